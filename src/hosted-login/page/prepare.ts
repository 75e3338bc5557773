/** Adds to the content of the page what works with a script alone, and puts the focus where it belongs. */
export function prepare(main: HTMLElement): void {
  for (const button of main.querySelectorAll<HTMLButtonElement>(".reveal")) {
    const input = document.getElementById(button.getAttribute("aria-controls") ?? "");
    if (input instanceof HTMLInputElement) addReveal(button, input);
  }
  for (const form of main.querySelectorAll("form")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset["sent"] !== undefined) event.preventDefault();
      form.dataset["sent"] = "";
    });
  }
}

/** Element that the content wants to have the focus: a problem, the first field, or the heading. */
export function focusTarget(main: HTMLElement): HTMLElement | null {
  return main.querySelector<HTMLElement>("[autofocus]") ?? main.querySelector<HTMLElement>("h1");
}

function addReveal(button: HTMLButtonElement, input: HTMLInputElement): void {
  button.hidden = false;
  button.addEventListener("click", () => {
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!isShown));
  });
  // A browser offers to save what it sees in a password field alone.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
}
