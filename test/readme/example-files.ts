/** Files that README's commands read, by their names in the working directory. */
export const exampleFiles: Readonly<Record<string, string>> = {
  "package.json": '{"type":"module"}\n',
  "scrape.js": `import { chromium } from "playwright-core";
const browser = await chromium.connectOverCDP(process.env.BROWSERCTL_CDP_URL);
console.log(await browser.contexts()[0].pages()[0].title());
await browser.close();
`,
  "numbers.txt": "10\n9\n8\n",
  "site/index.html": "<h1>hi</h1>",
  "site/img/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  "my-extension/manifest.json":
    '{"manifest_version":3,"name":"Marker","version":"1.0","content_scripts":[{"matches":["<all_urls>"],"js":["mark.js"]}]}\n',
  "my-extension/mark.js": 'document.documentElement.dataset.marked = "yes";\n',
  "login.js": 'await page.goto("https://example.com/login");\nreturn page.url();\n',
  "cookies.json": '[{"name":"sid","value":"1","domain":"example.com","path":"/","expires":2000000000}]\n',
};
