/** Style sheet of all pages, and of the shadow roots in them. */
export const STYLE = `
  :root { color-scheme: light; background: #eef0f4 }
  body { font: 16px/1.5 system-ui, sans-serif; color: #1a1d23; max-width: 30rem; margin: 2rem auto; padding: 0 1rem }
  body.wide { max-width: 62rem }
  main, aside, header { background: #fff; border: 1px solid #d5d9e0; border-radius: .75rem; padding: 1.25rem 1.75rem 1.75rem; margin-bottom: 1rem }
  .wide main { background: none; border: 0; padding: 0 }
  h1, h2, h3 { line-height: 1.25; margin: 0 0 .75rem; overflow-wrap: anywhere } h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 1.75rem }
  aside h2 { margin-top: 0 }
  a { color: #1d4ed8 }
  label { display: block; margin: .9rem 0; font-weight: 500; overflow-wrap: anywhere }
  input, select { font: inherit; font-weight: 400 }
  input:not([type=radio], [type=checkbox], [type=submit]), select { display: block; width: 100%; box-sizing: border-box; margin: .25rem 0; padding: .5rem .6rem; color: inherit; background: #fff; border: 1px solid #747b88; border-radius: .4rem }
  input[readonly] { background: #eef0f4 !important }
  button, input[type=submit], a[role=button] { display: inline-block; font: inherit; font-weight: 500; color: #1a1d23; text-decoration: none; background: #fff; border: 1px solid #747b88; border-radius: .4rem; padding: .45rem 1rem; margin: .4rem .4rem .4rem 0; cursor: pointer; overflow-wrap: anywhere }
  form[method=post] button:not([name]), form[method=post] input[type=submit]:not([name]), .primary { color: #fff; background: #1d4ed8; border-color: #1d4ed8 }
  :focus-visible { outline: 3px solid #93b4f8; outline-offset: 1px }
  [role=alert] { color: #8f1414; background: #fdecec; border-left: 4px solid #c62828; padding: .5rem .75rem; overflow-wrap: anywhere }
  .grey { color: #595f6b } .plain { list-style: none; padding: 0 } .plain button { width: 100%; text-align: left }
  fieldset { border: 0; padding: 0; margin: .9rem 0 } legend { font-weight: 500; padding: 0 }
  dialog, [role=dialog] { border: 1px solid #d5d9e0; border-radius: .75rem; padding: 1.25rem 1.75rem }
  dialog h2 { margin-top: 0 }
  iframe { width: 100%; height: 26rem; border: 1px solid #747b88; border-radius: .4rem }
  .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .75rem; list-style: none; padding: 0; margin: 0 }
  .cards li { background: #fff; border: 1px solid #d5d9e0; border-radius: .6rem; padding: .8rem 1rem } .cards p { margin: .2rem 0 0 }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .9rem; margin: 0 } dt { color: #595f6b } dd { margin: 0; overflow-wrap: anywhere }
  code { font: .95em ui-monospace, monospace }
  [hidden] { display: none !important }
`;
