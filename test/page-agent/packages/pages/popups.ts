import type { PackagePage } from "../package-page.ts";

/** Dialogs, messages, trees, menus. */
export const pages: readonly PackagePage[] = [
  {
    name: "sweetalert2",
    specs: ["sweetalert2@11.26.25"],
    html: `<button id=o>Delete</button><script src=/m/sweetalert2/dist/sweetalert2.all.js></script><script>o.onclick = async () => { window.r = await Swal.fire({ title: "Sure?", icon: "warning", input: "select", inputOptions: { a: "Soft", b: "Hard" }, showCancelButton: true, confirmButtonText: "Yes", showCloseButton: true }) }</script>`,
    acts: [
      { on: 'button "Delete"', holds: "Swal.isVisible()" },
      { verb: "select", on: "combobox", value: "Hard", holds: "document.querySelector('.swal2-select').value === 'b'" },
      { on: 'button "Yes"', holds: "window.r?.value === 'b'" },
      { on: 'button "Delete"', holds: "Swal.isVisible()" },
      { on: /Close|"×"/, holds: "!Swal.isVisible()" },
    ],
  },
  {
    name: "micromodal",
    specs: ["micromodal@0.7.0"],
    html: `<style>.modal{display:none}.modal.is-open{display:block}.ov{position:fixed;inset:0;background:#0008;display:flex;align-items:center;justify-content:center}.c{background:#fff;padding:20px}</style><button data-micromodal-trigger=m>Open</button><div class=modal id=m aria-hidden=true><div class=ov tabindex=-1 data-micromodal-close><div class=c role=dialog aria-modal=true aria-labelledby=mt><h2 id=mt>Terms</h2><p>Long text.<button data-micromodal-close aria-label="Close modal">✕</button></div></div></div><script src=/m/micromodal/dist/micromodal.js></script><script>MicroModal.init()</script>`,
    hides: ["Long text", "Terms"],
    acts: [
      { on: '"Open"', holds: "m.classList.contains('is-open')" },
      { on: '"Open"', holds: "m.classList.contains('is-open')", refused: "covered" },
      { on: '"Close modal"', holds: "!m.classList.contains('is-open')" },
    ],
  },
  {
    name: "toastr",
    specs: ["toastr@2.1.4", "jquery@3.7.1"],
    html: `<link rel=stylesheet href=/m/toastr/build/toastr.css><button id=o>Save</button><script src=/m/jquery/dist/jquery.js></script><script src=/m/toastr/build/toastr.min.js></script><script>o.onclick = () => toastr.success("Saved well", "Done", { timeOut: 0, extendedTimeOut: 0, closeButton: true, tapToDismiss: false })</script>`,
    acts: [
      { on: '"Save"', holds: "document.querySelector('.toast')" },
      { on: '"×"', holds: "!document.querySelector('.toast')" },
    ],
  },
  {
    name: "jstree",
    specs: ["jstree@3.3.17", "jquery@3.7.1"],
    html: `<link rel=stylesheet href=/m/jstree/dist/themes/default/style.css><div id=t></div><script src=/m/jquery/dist/jquery.js></script><script src=/m/jstree/dist/jstree.js></script><script>$("#t").jstree({ core: { check_callback: true, animation: 50, data: [{ text: "Fruit", id: "f", children: [{ text: "Apple", id: "a" }, { text: "Pear", id: "p" }] }, { text: "Tools", id: "o", children: [{ text: "Saw", id: "s" }] }] }, plugins: ["checkbox", "dnd"] })</script>`,
    ready: "document.querySelector('#f_anchor')",
    sees: ["Fruit", "Tools"],
    hides: ["Apple"],
    acts: [
      { verb: "dblclick", on: "Fruit", holds: "$('#t').jstree('is_open', 'f')" },
      { on: "Apple", holds: "$('#t').jstree('is_selected', 'a')" },
      { verb: "press", on: "Tools", value: "ArrowRight", holds: "$('#t').jstree('is_open', 'o')" },
      { verb: "drag", on: "Pear", to: "Tools", holds: "$('#t').jstree('get_parent', 'p') === 'o'" },
    ],
  },
  {
    name: "fancytree",
    specs: ["jquery.fancytree@2.38.5", "jquery@3.7.1"],
    html: `<link rel=stylesheet href=/m/jquery.fancytree/dist/skin-lion/ui.fancytree.css><div id=t></div><script src=/m/jquery/dist/jquery.js></script><script src=/m/jquery.fancytree/dist/jquery.fancytree-all-deps.js></script><script>$("#t").fancytree({ checkbox: true, source: [{ title: "Fruit", key: "f", children: [{ title: "Apple", key: "a" }] }, { title: "Tools", key: "o" }] })</script>`,
    ready: "document.querySelector('.fancytree-title')",
    sees: ["Fruit", "Tools"],
    acts: [
      { on: "Tools", holds: "$.ui.fancytree.getTree().getActiveNode()?.key === 'o'" },
      { verb: "dblclick", on: "Fruit", holds: "$.ui.fancytree.getTree().getNodeByKey('f').isExpanded()" },
      { on: "Apple", holds: "$.ui.fancytree.getTree().getActiveNode()?.key === 'a'" },
    ],
  },
];
