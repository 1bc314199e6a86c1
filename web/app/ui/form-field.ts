/** Puts the caret into the field of a form that is marked with `data-field`. */
export const focusField = (form: HTMLFormElement, name: string): void =>
  form.querySelector<HTMLElement>(`[data-field="${name}"] :is(input, textarea)`)?.focus()
