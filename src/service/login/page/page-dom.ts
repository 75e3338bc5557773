/**
 * Expression for the names by which scripts of the service read a page: `node[$.parentNode]`. Each name is a symbol that the
 * prototypes of an isolated world have beside the property itself. A page can name a field of a form, or an image, like a
 * property of the form or of the document, which then has the field in place of its own; it has no name for a symbol.
 *
 * The expression belongs at the start of each script, as `const $ = …`, and does its work once in each world.
 */
export const DOM = `(globalThis.browserctlDom ??= (() => {
  const names = Object.create(null);
  const classes = [EventTarget, Node, CharacterData, Text, Element, HTMLElement, SVGElement, DocumentFragment, ShadowRoot, Document,
    HTMLFormElement, HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement, HTMLOptionElement,
    HTMLAnchorElement, HTMLImageElement, HTMLSlotElement];
  for (const { prototype } of classes) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      Object.defineProperty(prototype, names[name] ??= Symbol(name), { ...property, configurable: true });
    }
  }
  return names;
})())`;
