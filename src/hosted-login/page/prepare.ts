/** Adds the parts of the page that need a script, and sets the focus. */
export function prepare(main: HTMLElement): void {
  for (const button of main.querySelectorAll<HTMLButtonElement>(".reveal")) {
    const input = document.getElementById(button.getAttribute("aria-controls") ?? "");
    if (input instanceof HTMLInputElement) addReveal(button, input);
  }
  for (const input of main.querySelectorAll<HTMLInputElement>("input[autocomplete=username]")) keepUserName(input);
  for (const form of main.querySelectorAll("form")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset["sent"] !== undefined) event.preventDefault();
      form.dataset["sent"] = "";
    });
  }
}

/** Element that should have the focus: a problem, the first field, or the heading. */
export function focusTarget(main: HTMLElement): HTMLElement | null {
  return main.querySelector<HTMLElement>("[autofocus]") ?? main.querySelector<HTMLElement>("h1");
}

/** Keeps a user name in this tab, so that it is there again when the website has refused it with its password. */
function keepUserName(input: HTMLInputElement): void {
  const key = `${location.pathname} ${input.name}`;
  if (input.value === "") input.value = sessionStorage.getItem(key) ?? "";
  input.form?.addEventListener("submit", () => sessionStorage.setItem(key, input.value));
}

function addReveal(button: HTMLButtonElement, input: HTMLInputElement): void {
  button.hidden = false;
  button.addEventListener("click", () => {
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!isShown));
  });
  // A browser offers to save only the content of a password field.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
}
