import { DOM } from "./page-dom.ts";

/**
 * Script that collects the controls and the visible text of one frame, in an isolated world, which the page cannot see. It
 * only collects; what the controls mean is decided outside of the page. The elements stay in that world, by their place in
 * `controls`, until the next run. Attributes of the page are not changed, and values of fields are not read out.
 *
 * Enters open shadow roots, and closed ones that `browserctlRoots` has by their host; elements that may host another one are
 * left in `hosts`, once for each size. Does not enter frames. A page of any size costs a bounded time and gives a bounded
 * result: each list, loop and text has a limit, all of which are at the top.
 */
export const COLLECT = String.raw`(() => {
  const NODES = 20000, DEPTH = 600, ASCENT = 1200, CONTROLS = 300, LINES = 400, TEXT = 400, OPTIONS = 100, ALL_OPTIONS = 3000,
    HOSTS = 20, MODALS = 50, REFERRED = 10, ADDRESS = 2000;
  const $ = ${DOM};
  const roots = globalThis.browserctlRoots ??= new WeakMap(), asked = globalThis.browserctlAsked ??= new WeakMap();
  const body = document[$.body];
  const rootOf = (element) => element[$.shadowRoot] ?? roots.get(element);
  const skipped = new Set(["script", "style", "noscript", "template", "head", "option", "optgroup", "datalist", "iframe"]);
  const fieldTypes = new Set(["text", "email", "password", "tel", "number", "url", "search"]);
  const clickable = "button, input[type=submit], input[type=button], input[type=image], input[type=radio], a[href], " +
    "summary, [role=button], [role=link], [role=menuitem], [role=option], [role=radio], [onclick], [tabindex='0']";
  const clean = (text, limit = TEXT) => (typeof text === "string" ? text : "").slice(0, 10 * limit).replace(/\s+/g, " ").trim().slice(0, limit);
  const first = (list, limit) => {
    const items = [];
    for (let at = 0; list && at < limit && at < list.length; at++) items.push(list[at]);
    return items;
  };
  const matches = (element, selector) => element[$.matches](selector);
  const rawAttribute = (element, name) => element[$.getAttribute](name);
  const boxOf = (element) => element[$.getBoundingClientRect]();

  const parentOf = (node) => {
    const parent = node[$.assignedSlot] ?? node[$.parentNode];
    return parent instanceof ShadowRoot ? parent[$.host] : parent;
  };
  const childrenOf = (node) => {
    const root = rootOf(node);
    if (root) return root[$.childNodes];
    if (node[$.localName] !== "slot") return node[$.childNodes];
    const assigned = node[$.assignedNodes]?.() ?? [];
    return assigned.length ? assigned : node[$.childNodes];
  };
  const ascend = (node, accepts) => {
    for (let at = node, steps = 0; at && steps < ASCENT; at = parentOf(at), steps++) if (at[$.nodeType] === 1 && accepts(at)) return at;
    return null;
  };
  const holds = (outer, inner) => ascend(inner, (at) => at === outer) !== null;
  const isTiny = (box) => box.width <= 1 && box.height <= 1;
  const isAway = (box) => box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
  const isShown = (element, opacityProperty = true) => {
    if (!element[$.checkVisibility]({ opacityProperty, visibilityProperty: true })) return false;
    const box = boxOf(element);
    return !(box.width === 0 || box.height === 0 || isTiny(box) || isAway(box));
  };

  const textsOf = (element) => {
    const texts = [];
    let text = "", count = 0;
    const end = () => { if (clean(text) && texts.length < 8) texts.push(clean(text)); text = ""; };
    const visitAll = (nodes) => { for (const node of nodes) { if (count > 200) return; visit(node); } };
    const visit = (node) => {
      count++;
      const name = node[$.localName];
      if (node[$.nodeType] === 3) { text += node[$.substringData](0, TEXT); return; }
      if (node[$.nodeType] !== 1 || skipped.has(name) || /^(input|select|textarea)$/.test(name)) return;
      const { display, visibility } = getComputedStyle(node);
      if (display === "none") return;
      if (name === "img") { text += " " + clean(node[$.alt]) + " "; return; }
      if (visibility !== "hidden" && name === "svg") { text += " " + clean(node[$.querySelector]("title")?.[$.textContent]) + " "; return; }
      const apart = !/^(inline|contents)$/.test(display) || name === "br";
      if (apart) end();
      visitAll(childrenOf(node));
      if (apart) end();
    };
    visitAll(childrenOf(element));
    end();
    return texts;
  };
  const textOf = (element) => clean(textsOf(element).join(" "));
  const labelsOf = (element) => first(element[$.labels], REFERRED);
  const labelText = (element) => clean(labelsOf(element).map(textOf).join(" "));
  const referred = (element, name) => clean(clean(rawAttribute(element, name)).split(" ").filter(Boolean).slice(0, REFERRED)
    .map((id) => element[$.getRootNode]()[$.getElementById]?.(id)).filter(Boolean).map(textOf).join(" "));

  const isModal = (element) => matches(element, "dialog:modal") ||
    (rawAttribute(element, "aria-modal") === "true" && isShown(element));
  const modals = new Set();
  const deepest = (x, y) => {
    let found = document[$.elementFromPoint](x, y);
    for (let root, layer = 0; layer < DEPTH && (root = found && rootOf(found)); layer++) {
      const inner = root[$.elementFromPoint](x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const dialogs = "dialog, [role=dialog], [role=alertdialog]";
  const overlays = (hit, element) => {
    const layer = ascend(hit, (at) => matches(at, dialogs) || /^(fixed|absolute)$/.test(getComputedStyle(at).position));
    if (!layer || holds(layer, element)) return false;
    const box = boxOf(layer);
    return matches(layer, dialogs) || box.width * box.height >= 0.2 * innerWidth * innerHeight;
  };
  /** True for an element that is out of reach beneath a dialog. */
  const isBehind = (element) => {
    if (ascend(element, (at) => at[$.hasAttribute]("inert"))) return true;
    if (modals.size > 0 && !ascend(element, (at) => modals.has(at))) return true;
    const box = boxOf(element);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const hit = deepest(x, y);
    return hit !== null && !holds(element, hit) && !holds(hit, element) && overlays(hit, element);
  };

  const isOnly = (element, selector) => element[$.getRootNode]()[$.querySelectorAll](selector).length === 1;
  const hasOwnId = (element) => element[$.id] && element[$.id].length < 200 && isOnly(element, "#" + CSS.escape(element[$.id]));
  const siblings = new Map();
  /** Place of an element among those of its name, and how many they are; the children of a parent are counted once. */
  const placeOf = (element) => {
    const parent = element[$.parentNode], name = element[$.localName];
    if (!siblings.has(parent)) {
      const counts = new Map(), places = new Map();
      for (const child of first(parent?.[$.children] ?? [element], NODES)) {
        counts.set(child[$.localName], (counts.get(child[$.localName]) ?? 0) + 1);
        places.set(child, counts.get(child[$.localName]));
      }
      siblings.set(parent, { counts, places });
    }
    const { counts, places } = siblings.get(parent);
    return { at: places.get(element) ?? 0, of: counts.get(name) ?? 0 };
  };
  const pathOf = (element, stepOf, joint) => {
    const path = [];
    for (let at = element; at && path.length < 40; at = at[$.parentElement]) path.unshift(stepOf(at[$.localName], placeOf(at)));
    return path.join(joint);
  };
  const cssOf = (element) => {
    if (hasOwnId(element)) return "#" + CSS.escape(element[$.id]);
    const name = element[$.name], named = name && name.length < 100 && element[$.localName] + "[name=" + JSON.stringify(name) + "]";
    if (named && isOnly(element, named)) return named;
    return pathOf(element, (name, { at, of }) => CSS.escape(name) + (of > 1 ? ":nth-of-type(" + at + ")" : ""), " > ");
  };
  const xpathOf = (element) => hasOwnId(element) && !element[$.id].includes('"') ? '//*[@id="' + element[$.id] + '"]'
    : pathOf(element, (name, { at }) => "/" + name + "[" + at + "]", "");

  const elements = [], controls = [], lines = [], hosts = [];
  const sizeOf = (box) => Math.round(box.width) + "x" + Math.round(box.height);
  /** A closed shadow root shows by nothing but a size without content; one that comes late changes the size. */
  const mayHost = (element, box) => box.width > 20 && box.height > 20 && hosts.length < HOSTS && !rootOf(element) && asked.get(element) !== sizeOf(box) &&
    (element[$.localName].includes("-") || (!element[$.firstElementChild] && /^(article|aside|blockquote|div|footer|header|main|nav|p|section|span)$/.test(element[$.localName])));
  let line = "", visited = 0, options = 0;
  const endLine = () => {
    const text = clean(line, 1000);
    line = "";
    if (text && lines.length < LINES && text !== lines.at(-1)) lines.push(text);
  };
  const attribute = (element, name) => clean(rawAttribute(element, name), 200);
  const common = (element) => ({
    tag: element[$.localName], name: attribute(element, "name"), id: attribute(element, "id"), className: attribute(element, "class"),
    role: attribute(element, "role"), title: attribute(element, "title"), ariaLabel: referred(element, "aria-labelledby") || attribute(element, "aria-label"),
    sendsTo: sendsTo(element), disabled: matches(element, ":disabled") || rawAttribute(element, "aria-disabled") === "true",
    behind: isBehind(element), inDialog: ascend(element, (at) => matches(at, dialogs)) !== null,
  });
  const isSubmit = (element) => matches(element, "button, input") && (element[$.type] === "submit" || element[$.type] === "image");
  /** First button of each form of a document or shadow root, which are searched once. */
  const searched = new Map();
  const firstButton = (form) => {
    const root = form[$.getRootNode]();
    if (!searched.has(root)) {
      const buttons = new Map();
      for (const one of root[$.querySelectorAll]("button, input")) {
        const own = one[$.form];
        if (own && isSubmit(one) && !buttons.has(own)) buttons.set(own, one);
      }
      searched.set(root, buttons);
    }
    return searched.get(root).get(form);
  };
  /** Origin of an address that is too long: the start alone could name another host. */
  const bounded = (address) => address.length <= ADDRESS ? address : URL.parse(address)?.origin ?? "null";
  /** Address that a control submits its form to: a button itself, a field by Enter, which presses the first button. */
  const sendsTo = (element) => {
    const form = element[$.form];
    if (!form || (!isSubmit(element) && matches(element, "button, input[type=button]"))) return "";
    const button = isSubmit(element) ? element : firstButton(form);
    return bounded(button?.[$.hasAttribute]("formaction") ? button[$.formAction] : form[$.action]);
  };
  const isList = (element) => element[$.localName] === "select" && !element[$.multiple];
  const optionsOf = (element) => {
    const open = first(element[$.options], 10 * OPTIONS).filter((option) => option[$.value] !== "" && !option[$.disabled])
      .slice(0, Math.min(OPTIONS, ALL_OPTIONS - options));
    options += open.length;
    return open.map((option) => ({ value: option[$.value].slice(0, 200), label: clean(option[$.label], 200) }));
  };
  const field = (element) => ({
    ...common(element), field: true, type: element[$.type], autocomplete: attribute(element, "autocomplete").toLowerCase(),
    inputMode: attribute(element, "inputmode"), pattern: attribute(element, "pattern"), maxLength: element[$.maxLength] ?? -1, placeholder: attribute(element, "placeholder"),
    label: labelText(element), described: referred(element, "aria-describedby"), before: clean(lines.at(-1), 80),
    required: element[$.required] || rawAttribute(element, "aria-required") === "true",
    readOnly: element[$.readOnly] === true || element[$.disabled], filled: element[$.value] !== "", selector: cssOf(element),
    options: isList(element) ? optionsOf(element) : [],
  });
  const isInput = (element) => element[$.localName] === "input";
  const isRadio = (element) => isInput(element) && element[$.type] === "radio";
  const button = (element) => ({
    ...common(element), field: false, type: element[$.localName] === "button" || isInput(element) ? element[$.type] : "",
    texts: isRadio(element) ? [labelText(element) || attribute(element, "aria-label")].filter(Boolean)
      : isInput(element) ? [clean(element[$.value] || element[$.alt])].filter(Boolean) : textsOf(element),
    href: element[$.localName] === "a" ? clean(element[$.href], 300) : "", data: clean(first(Object.values(element[$.dataset] ?? {}), 20).join(" "), 200),
    checked: element[$.checked] === true, selector: xpathOf(element),
  });
  const isField = (element) => (isList(element) || (isInput(element) && fieldTypes.has(element[$.type]))) &&
    !(element[$.tabIndex] === -1 && ascend(element, (at) => rawAttribute(at, "aria-hidden") === "true")) &&
    isShown(element, element[$.autocomplete] !== "one-time-code");
  const isButton = (element) => matches(element, clickable) && (isShown(element, !isRadio(element)) ||
    (isRadio(element) && labelsOf(element).some((label) => isShown(label))));
  /** Adds a control. Those after the last one that fits are not even looked at: each look costs a layout. */
  const note = (element) => {
    if (controls.length >= CONTROLS) return;
    const control = isField(element) ? field(element) : isButton(element) ? button(element) : undefined;
    if (!control) return;
    elements.push(element);
    controls.push(control);
  };

  const visit = (node, hidden, depth) => {
    visited++;
    if (node[$.nodeType] === 3) { if (!hidden && line.length < 10000) line += node[$.substringData](0, 10000); return; }
    const name = node[$.localName];
    if (node[$.nodeType] !== 1 || skipped.has(name)) return;
    const { display, visibility, opacity } = getComputedStyle(node);
    if (display === "none") return;
    const box = boxOf(node);
    const isHidden = visibility !== "visible" || opacity === "0" || (display !== "contents" && box.width + box.height > 0 && (isTiny(box) || isAway(box)));
    const isControl = matches(node, "button, input, select, textarea");
    const apart = !display.startsWith("inline") && display !== "contents" || isControl || name === "br";
    if (apart) endLine();
    else if (display !== "inline" && display !== "contents") line += " ";
    if (mayHost(node, box)) {
      hosts.push(node);
      asked.set(node, sizeOf(box));
    }
    note(node);
    if (depth < DEPTH) {
      for (const child of childrenOf(node)) {
        if (visited > NODES) break;
        visit(child, isHidden, depth + 1);
      }
    }
    if (apart) endLine();
    else if (display !== "inline" && display !== "contents") line += " ";
  };
  let looked = 0;
  const findModals = (root, depth) => {
    for (const element of first(root[$.querySelectorAll]("dialog, [aria-modal]"), NODES)) {
      if (modals.size < MODALS && isModal(element)) modals.add(element);
    }
    for (const element of root[$.querySelectorAll]("*")) {
      if (looked++ > NODES) return;
      const inner = rootOf(element);
      if (inner && depth < DEPTH) findModals(inner, depth + 1);
    }
  };
  findModals(document, 0);
  if (body) visit(body, false, 0);
  endLine();

  const containers = new Map(), groups = [];
  const groupOf = (container) => {
    const known = containers.get(container);
    if (known !== undefined) return known;
    const place = containers.size;
    containers.set(container, place);
    const isForm = container[$.localName] === "form";
    groups.push({
      form: isForm, id: attribute(container, "id"), name: attribute(container, "name"), className: attribute(container, "class"),
      role: attribute(container, "role"), label: referred(container, "aria-labelledby") || attribute(container, "aria-label"),
      action: isForm ? attribute(container, "action") : "", inside: -1,
    });
    return place;
  };
  const formOf = (element) => element[$.form] ?? ascend(element, (at) => at[$.localName] === "form");
  controls.forEach((control, at) => {
    const form = formOf(elements[at]);
    control.group = form ? groupOf(form) : -1;
  });
  // A list alone is no form: one for languages stands anywhere on a page.
  const isTyped = (control) => control.field && control.type !== "select-one";
  const aroundActions = new Set();
  controls.forEach((control, at) => {
    if (control.field || control.type === "radio") return;
    ascend(elements[at], (one) => aroundActions.has(one) || !aroundActions.add(one));
  });
  controls.forEach((control, at) => {
    if (!isTyped(control) || control.group !== -1) return;
    const container = ascend(parentOf(elements[at]), (one) => one === body || aroundActions.has(one));
    control.group = groupOf(container ?? body);
  });
  const containerAround = (node) => ascend(node, (one) => containers.has(one));
  controls.forEach((control, at) => {
    if (isTyped(control) || control.group !== -1) return;
    control.group = containers.get(containerAround(elements[at])) ?? -1;
  });
  for (const [container, at] of containers) groups[at].inside = containers.get(containerAround(parentOf(container))) ?? -1;

  globalThis.browserctlLogin = { elements, hosts, isBehind, isShown, holds, deepest };
  return {
    url: location.href, origin: globalThis.origin, title: clean(document[$.title]), language: clean(document[$.documentElement]?.[$.lang], 35),
    loading: document[$.readyState] !== "complete", empty: innerWidth < 2 || innerHeight < 2, width: innerWidth, height: innerHeight, lines, controls, groups,
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
  /** Address that it submits its form to; empty without a form. */
  readonly sendsTo: string;
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
