/** Files that commands of the pages in docs read, by their names in the working directory. README makes its own. */
export const exampleFiles: Readonly<Record<string, string>> = {
  "numbers.txt": "10\n9\n8\n",
  "my-extension/manifest.json":
    '{"manifest_version":3,"name":"Marker","version":"1.0","content_scripts":[{"matches":["<all_urls>"],"js":["mark.js"]}]}\n',
  "my-extension/mark.js": 'document.documentElement.dataset.marked = "yes";\n',
  "cookies.json": '[{"name":"sid","value":"1","domain":"example.com","path":"/","expires":2000000000}]\n',
};
