import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'

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

/**
 * Sets a form to the values of its address whenever they change, keeping its fields and the focus.
 * Text typed before the scripts loaded, or while the same address is read again, is kept. A list
 * holds the ticked values.
 */
export function useShownValues(form: RefObject<HTMLFormElement | null>, values: Values): void {
  const key = JSON.stringify(values)
  const shown = useRef<string>(undefined)
  const show = useEffectEvent(() => {
    const isFirst = shown.current === undefined
    if (shown.current === key) return
    shown.current = key
    // a choice is sent when made, but one made before the scripts loaded was never sent
    showValues(form.current, values, (field) => !isFirst || !isTyped(field))
  })
  // once for each address, even if the objects differ
  useEffect(() => show(), [key])
}

function showValues(
  form: HTMLFormElement | null,
  values: Values,
  mayShow: (field: HTMLInputElement | HTMLSelectElement) => boolean,
): void {
  for (const field of form?.elements ?? []) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    const value = values[field.name]
    if (value === undefined || !mayShow(field)) continue
    if (field.type === 'checkbox' && field instanceof HTMLInputElement)
      field.checked = Array.isArray(value) && value.includes(field.value)
    else field.value = String(value ?? '')
  }
}
