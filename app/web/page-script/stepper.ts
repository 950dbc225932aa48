import { around } from './around.ts'

/**
 * The buttons beside a count (`data-step-by`) change the number field between them, within its
 * limits. They appear where scripts run (`data-shows`).
 */
export function stepCounts(): void {
  addEventListener('click', (event) => {
    const button = around(event, '[data-step-by]')
    const input = button?.parentElement?.querySelector('input')
    if (!input) return
    input.stepUp(Number(button?.dataset.stepBy))
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
