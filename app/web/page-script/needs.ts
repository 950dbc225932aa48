import type { Control } from '#app/web/ui/controls.ts'

type Dependent = (HTMLFieldSetElement | HTMLButtonElement) & { disabled: boolean }

/** What can only be used once another control is ticked, or filled in (`data-needs`, its id). */
export function drawNeeds(part: Document | HTMLElement): void {
  for (const one of part.querySelectorAll<Dependent>('[data-needs]')) {
    const control = document.getElementById(one.dataset.needs ?? '') as Control | null
    if (!control || one.dataset.waiting !== undefined) continue
    one.disabled =
      control.type === 'checkbox' ? !(control as HTMLInputElement).checked : !control.value
  }
}

export function watchNeeds(): void {
  addEventListener('input', () => drawNeeds(document))
  addEventListener('reset', () => setTimeout(() => drawNeeds(document)))
}
