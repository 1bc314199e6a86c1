/** Whether a field is typed into: its value counts when the form is sent, not at every letter. */
export const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && (target.type === 'text' || target.type === 'search')

/** The fields of a form without empty and usual ones, so that the address stays short. */
export function usefulFields(form: HTMLFormElement, usual: Record<string, string>): FormData {
  const fields = new FormData()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim() !== '' && value !== usual[name]) fields.append(name, value)
  return fields
}

type Values = Readonly<Record<string, string | number | null | readonly string[]>>

/** Brings a form to the values of another address: its fields stay, so does the focus. A list is what is ticked. */
export function showValues(form: HTMLFormElement | null, values: Values): void {
  for (const field of form?.elements ?? []) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    const value = values[field.name]
    if (value === undefined) continue
    if (field.type === 'checkbox' && field instanceof HTMLInputElement)
      field.checked = Array.isArray(value) && value.includes(field.value)
    else field.value = String(value ?? '')
  }
}
