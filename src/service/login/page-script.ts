/**
 * Script that collects the controls and the visible text of one frame, in an isolated world, which the page cannot see. It
 * only collects; what the controls mean is decided outside of the page. The elements stay in that world, by their place in
 * `controls`, until the next run. Attributes of the page are not changed, and values of fields are not read out.
 *
 * Enters open shadow roots, and closed ones that `browserctlRoots` has by their host; elements that may host another one are
 * left in `hosts`, once for each size. Does not enter frames. Bounds: 20,000 nodes, 300 controls, 400 lines, 100 options of a list, 20 hosts.
 */
export const COLLECT = String.raw`(() => {
  const NODES = 20000, CONTROLS = 300, LINES = 400, TEXT = 400, OPTIONS = 100, HOSTS = 20;
  const roots = globalThis.browserctlRoots ??= new WeakMap(), asked = globalThis.browserctlAsked ??= new WeakMap();
  const rootOf = (element) => element.shadowRoot ?? roots.get(element);
  const skipped = new Set(["script", "style", "noscript", "template", "head", "option", "optgroup", "datalist", "iframe"]);
  const fieldTypes = new Set(["text", "email", "password", "tel", "number", "url", "search"]);
  const clickable = "button, input[type=submit], input[type=button], input[type=image], input[type=radio], a[href], " +
    "summary, [role=button], [role=link], [role=menuitem], [role=option], [role=radio], [onclick], [tabindex='0']";
  const clean = (text, limit = TEXT) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, limit);

  const parentOf = (node) => node.assignedSlot ?? (node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentNode);
  const childrenOf = (node) => {
    const root = rootOf(node);
    if (root) return root.childNodes;
    if (node.localName !== "slot") return node.childNodes;
    const assigned = node.assignedNodes();
    return assigned.length ? assigned : node.childNodes;
  };
  const ascend = (node, accepts) => {
    for (let at = node; at; at = parentOf(at)) if (at.nodeType === 1 && accepts(at)) return at;
    return null;
  };
  const holds = (outer, inner) => ascend(inner, (at) => at === outer) !== null;
  const isTiny = (box) => box.width <= 1 && box.height <= 1;
  const isAway = (box) => box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
  const isShown = (element, opacityProperty = true) => {
    if (!element.checkVisibility({ opacityProperty, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return !(box.width === 0 || box.height === 0 || isTiny(box) || isAway(box));
  };

  const textsOf = (element) => {
    const texts = [];
    let text = "", count = 0;
    const end = () => { if (clean(text) && texts.length < 8) texts.push(clean(text)); text = ""; };
    const visit = (node) => {
      if (count++ > 200) return;
      if (node.nodeType === 3) { text += node.data; return; }
      if (node.nodeType !== 1 || skipped.has(node.localName) || /^(input|select|textarea)$/.test(node.localName)) return;
      const { display, visibility } = getComputedStyle(node);
      if (display === "none") return;
      if (node.localName === "img") { text += " " + node.alt + " "; return; }
      if (visibility !== "hidden" && node.localName === "svg") { text += " " + (node.querySelector("title")?.textContent ?? "") + " "; return; }
      const apart = !/^(inline|contents)$/.test(display) || node.localName === "br";
      if (apart) end();
      for (const child of childrenOf(node)) visit(child);
      if (apart) end();
    };
    for (const child of childrenOf(element)) visit(child);
    end();
    return texts;
  };
  const textOf = (element) => clean(textsOf(element).join(" "));
  const referred = (element, attribute) => clean((element.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean)
    .map((id) => element.getRootNode().getElementById?.(id)).filter(Boolean).map(textOf).join(" "));

  const isModal = (element) => element.matches("dialog:modal") ||
    (element.getAttribute("aria-modal") === "true" && isShown(element));
  const modals = [];
  const deepest = (x, y) => {
    let found = document.elementFromPoint(x, y);
    for (let root; (root = found && rootOf(found)); ) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const overlays = (hit, element) => {
    const layer = ascend(hit, (at) => at.matches("dialog, [role=dialog], [role=alertdialog]") ||
      /^(fixed|absolute)$/.test(getComputedStyle(at).position));
    if (!layer || holds(layer, element)) return false;
    const box = layer.getBoundingClientRect();
    return layer.matches("dialog, [role=dialog], [role=alertdialog]") || box.width * box.height >= 0.2 * innerWidth * innerHeight;
  };
  /** True for an element that is out of reach beneath a dialog. */
  const isBehind = (element) => {
    if (ascend(element, (at) => at.hasAttribute("inert"))) return true;
    if (modals.length > 0 && !modals.some((modal) => holds(modal, element))) return true;
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const hit = deepest(x, y);
    return hit !== null && !holds(element, hit) && !holds(hit, element) && overlays(hit, element);
  };

  const isOnly = (root, selector, element) => { const all = root.querySelectorAll(selector); return all.length === 1 && all[0] === element; };
  const cssOf = (element) => {
    const root = element.getRootNode(), name = element.localName;
    if (element.id && isOnly(root, "#" + CSS.escape(element.id), element)) return "#" + CSS.escape(element.id);
    const named = name + "[name=" + JSON.stringify(element.name ?? "") + "]";
    if (element.name && element.name.length < 100 && isOnly(root, named, element)) return named;
    const path = [];
    for (let at = element; at && at.nodeType === 1 && path.length < 40; at = at.parentElement) {
      const same = at.parentNode ? [...at.parentNode.children].filter((one) => one.localName === at.localName) : [at];
      path.unshift(CSS.escape(at.localName) + (same.length > 1 ? ":nth-of-type(" + (same.indexOf(at) + 1) + ")" : ""));
    }
    return path.join(" > ");
  };
  const xpathOf = (element) => {
    if (element.id && !element.id.includes('"') && isOnly(element.getRootNode(), "#" + CSS.escape(element.id), element)) return '//*[@id="' + element.id + '"]';
    let path = "";
    for (let at = element, depth = 0; at && at.nodeType === 1 && depth < 40; at = at.parentElement, depth++) {
      const same = at.parentNode ? [...at.parentNode.children].filter((one) => one.localName === at.localName) : [at];
      path = "/" + at.localName + "[" + (same.indexOf(at) + 1) + "]" + path;
    }
    return path;
  };

  const elements = [], controls = [], lines = [], hosts = [];
  const sizeOf = (box) => Math.round(box.width) + "x" + Math.round(box.height);
  /** A closed shadow root shows by nothing but a size without content; one that comes late changes the size. */
  const mayHost = (element, box) => box.width > 20 && box.height > 20 && hosts.length < HOSTS && !rootOf(element) && asked.get(element) !== sizeOf(box) &&
    (element.localName.includes("-") || (!element.firstElementChild && /^(article|aside|blockquote|div|footer|header|main|nav|p|section|span)$/.test(element.localName)));
  let line = "", visited = 0;
  const endLine = () => {
    const text = clean(line, 1000);
    line = "";
    if (text && lines.length < LINES && text !== lines.at(-1)) lines.push(text);
  };
  const attribute = (element, name) => clean(element.getAttribute(name) ?? "", 200);
  const common = (element) => ({
    tag: element.localName, name: attribute(element, "name"), id: attribute(element, "id"), className: attribute(element, "class"),
    role: attribute(element, "role"), title: attribute(element, "title"), ariaLabel: referred(element, "aria-labelledby") || attribute(element, "aria-label"),
    disabled: element.matches(":disabled") || element.getAttribute("aria-disabled") === "true",
    behind: isBehind(element), inDialog: ascend(element, (at) => at.matches("dialog, [role=dialog], [role=alertdialog]")) !== null,
  });
  const isList = (element) => element.localName === "select" && !element.multiple;
  const optionsOf = (element) => [...element.options].filter(({ value, disabled }) => value !== "" && !disabled).slice(0, OPTIONS)
    .map(({ value, label }) => ({ value: value.slice(0, 200), label: clean(label, 200) }));
  const field = (element) => ({
    ...common(element), field: true, type: element.type, autocomplete: attribute(element, "autocomplete").toLowerCase(),
    inputMode: attribute(element, "inputmode"), pattern: attribute(element, "pattern"), maxLength: element.maxLength ?? -1, placeholder: attribute(element, "placeholder"),
    label: clean([...element.labels ?? []].map(textOf).join(" ")), described: referred(element, "aria-describedby"), before: clean(lines.at(-1), 80),
    required: element.required || element.getAttribute("aria-required") === "true",
    readOnly: element.readOnly === true || element.disabled, filled: element.value !== "", selector: cssOf(element),
    options: isList(element) ? optionsOf(element) : [],
  });
  const button = (element) => ({
    ...common(element), field: false, type: element.localName === "button" || element.localName === "input" ? element.type : "",
    texts: element.localName === "input" && element.type !== "radio" ? [clean(element.value || element.alt)].filter(Boolean)
      : element.type === "radio" ? [clean([...element.labels ?? []].map(textOf).join(" ") || attribute(element, "aria-label"))].filter(Boolean) : textsOf(element),
    href: element.localName === "a" ? clean(element.href, 300) : "", data: clean(Object.values(element.dataset).join(" "), 200),
    checked: element.checked === true, selector: xpathOf(element),
  });
  const isField = (element) => (isList(element) || (element.localName === "input" && fieldTypes.has(element.type))) &&
    !(element.tabIndex === -1 && ascend(element, (at) => at.getAttribute("aria-hidden") === "true")) &&
    isShown(element, element.autocomplete !== "one-time-code");
  const isButton = (element) => element.matches(clickable) && (isShown(element, element.type !== "radio") ||
    (element.type === "radio" && [...element.labels].some((label) => isShown(label))));
  const note = (element, control) => {
    if (controls.length >= CONTROLS) return;
    elements.push(element);
    controls.push(control);
  };

  const visit = (node, hidden) => {
    if (visited++ > NODES) return;
    if (node.nodeType === 3) { if (!hidden) line += node.data; return; }
    if (node.nodeType !== 1 || skipped.has(node.localName)) return;
    const { display, visibility, opacity } = getComputedStyle(node);
    if (display === "none") return;
    const box = node.getBoundingClientRect();
    const isHidden = visibility !== "visible" || opacity === "0" || (display !== "contents" && box.width + box.height > 0 && (isTiny(box) || isAway(box)));
    const isControl = node.matches("button, input, select, textarea");
    const apart = !display.startsWith("inline") && display !== "contents" || isControl || node.localName === "br";
    if (apart) endLine();
    else if (display !== "inline" && display !== "contents") line += " ";
    if (mayHost(node, box)) {
      hosts.push(node);
      asked.set(node, sizeOf(box));
    }
    if (isField(node)) note(node, field(node));
    else if (isButton(node)) note(node, button(node));
    for (const child of childrenOf(node)) visit(child, isHidden);
    if (apart) endLine();
    else if (display !== "inline" && display !== "contents") line += " ";
  };
  const findModals = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.matches("dialog, [aria-modal]") && isModal(element)) modals.push(element);
      const inner = rootOf(element);
      if (inner) findModals(inner);
    }
  };
  findModals(document);
  if (document.body) visit(document.body, false);
  endLine();

  const containers = [], groups = [];
  const groupOf = (container) => {
    const known = containers.indexOf(container);
    if (known !== -1) return known;
    containers.push(container);
    const isForm = container.localName === "form";
    groups.push({
      form: isForm, id: attribute(container, "id"), name: attribute(container, "name"), className: attribute(container, "class"),
      role: attribute(container, "role"), label: referred(container, "aria-labelledby") || attribute(container, "aria-label"),
      action: isForm ? attribute(container, "action") : "", inside: -1,
    });
    return containers.length - 1;
  };
  const formOf = (element) => element.form ?? ascend(element, (at) => at.localName === "form");
  const isAction = (control) => !control.field && control.type !== "radio";
  controls.forEach((control, at) => {
    const form = formOf(elements[at]);
    control.group = form ? groupOf(form) : -1;
  });
  // A list alone is no form: one for languages stands anywhere on a page.
  const isTyped = (control) => control.field && control.type !== "select-one";
  controls.forEach((control, at) => {
    if (!isTyped(control) || control.group !== -1) return;
    const container = ascend(parentOf(elements[at]), (one) => one === document.body ||
      elements.some((other, index) => isAction(controls[index]) && holds(one, other)));
    control.group = groupOf(container ?? document.body);
  });
  controls.forEach((control, at) => {
    if (isTyped(control) || control.group !== -1) return;
    const around = ascend(elements[at], (one) => containers.includes(one));
    if (around) control.group = containers.indexOf(around);
  });
  containers.forEach((container, at) => {
    const outer = ascend(parentOf(container), (one) => containers.includes(one));
    if (outer) groups[at].inside = containers.indexOf(outer);
  });

  globalThis.browserctlLogin = { elements, hosts, isBehind, isShown, holds, deepest };
  return {
    url: location.href, origin: globalThis.origin, title: clean(document.title), language: clean(document.documentElement?.lang, 35),
    loading: document.readyState !== "complete", empty: innerWidth < 2 || innerHeight < 2, width: innerWidth, height: innerHeight, lines, controls, groups,
    hosts: hosts.length,
  };
})()`;

/** Option of a list. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** Control of one frame as {@link COLLECT} finds it. Texts are of the page: bounded in length, not yet cleaned. */
interface RawCommon {
  readonly tag: string;
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly className: string;
  readonly role: string;
  readonly title: string;
  readonly ariaLabel: string;
  readonly disabled: boolean;
  /** Out of reach beneath a dialog. */
  readonly behind: boolean;
  readonly inDialog: boolean;
  /** Place of its form or container in `groups`; -1 for none. */
  readonly group: number;
  readonly selector: string;
}

export interface RawField extends RawCommon {
  readonly field: true;
  readonly autocomplete: string;
  readonly inputMode: string;
  readonly pattern: string;
  readonly maxLength: number;
  readonly placeholder: string;
  readonly label: string;
  readonly described: string;
  /** Line of text before it. */
  readonly before: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly filled: boolean;
  /** Options of a list that can be chosen; none for another field. */
  readonly options: readonly FieldOption[];
}

export interface RawButton extends RawCommon {
  readonly field: false;
  /** Its text, block by block. */
  readonly texts: readonly string[];
  readonly href: string;
  readonly data: string;
  readonly checked: boolean;
}

export type RawControl = RawField | RawButton;

/** Form, or what surrounds fields without a form and a button. */
export interface RawGroup {
  readonly form: boolean;
  readonly id: string;
  readonly name: string;
  readonly className: string;
  readonly role: string;
  readonly label: string;
  readonly action: string;
  /** Group that surrounds it; -1 for none. */
  readonly inside: number;
}

export interface RawFrame {
  readonly url: string;
  readonly origin: string;
  readonly title: string;
  readonly language: string;
  readonly loading: boolean;
  /** True for a frame without a size. */
  readonly empty: boolean;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  readonly controls: readonly RawControl[];
  readonly groups: readonly RawGroup[];
  /** Number of elements that may have a closed shadow root. */
  readonly hosts: number;
}
