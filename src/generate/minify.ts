/** Minification of files that a start reads. Names are kept for the stacks of --debug. */
export const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;
