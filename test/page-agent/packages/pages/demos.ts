import type { PackagePage } from "../package-page.ts";

/** Pages that packages ship themselves: templates and demonstrations. */
export const pages: readonly PackagePage[] = [
  {
    name: "startbootstrap-sb-admin-2 tables",
    specs: ["startbootstrap-sb-admin-2@4.1.4"],
    path: "startbootstrap-sb-admin-2/tables.html",
    ready: "window.jQuery && document.querySelector('.dataTables_filter input')",
    sees: ["Tables", "Search", "Components"],
    acts: [
      {
        verb: "fill",
        on: 'searchbox "Search:"',
        value: "Tokyo",
        holds: "document.querySelectorAll('#dataTable tbody tr').length < 10",
      },
      { verb: "select", on: /"Show.*entries/, value: "25", holds: "$('#dataTable').DataTable().page.len() === 25" },
      { on: /"Office/, holds: "$('#dataTable').DataTable().order()[0][0] === 2" },
      { on: /"Components"/, holds: "document.querySelector('#collapseTwo').classList.contains('show')" },
      // A narrow window hides the name of the user.
      { on: /Douglas McGee|user dropdown/, holds: "document.querySelector('.topbar .dropdown-menu.show')" },
      { on: '"Logout"', holds: "document.querySelector('#logoutModal').classList.contains('show')" },
      { on: 'button "Cancel"', holds: "!document.querySelector('#logoutModal').classList.contains('show')" },
    ],
  },
];
