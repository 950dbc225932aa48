export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isTicked = ({ type }: Control): boolean => type === 'checkbox' || type === 'radio'

/** What a control of a form is called in every version of its page. */
export const nameOf = (control: Control): string =>
  `${control.form?.id} ${control.name} ${isTicked(control) ? control.value : ''}`

export const heldBy = (control: Control): string | boolean =>
  isTicked(control) ? (control as HTMLInputElement).checked : control.value

/** Puts a value into a control and says so, as if it had been typed. */
export function putInto(control: Control, value: string | boolean): void {
  if (value === heldBy(control)) return
  if (typeof value === 'string') control.value = value
  else (control as HTMLInputElement).checked = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
