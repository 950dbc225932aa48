/**
 * The buttons beside a count (`data-step-by`) change the number field between them, within its
 * limits. They appear where scripts run (`data-shows`).
 */
export function stepCounts(): void {
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-step-by]') : null
    const input = button?.parentElement?.querySelector('input')
    if (!input) return
    input.stepUp(Number(button?.dataset.stepBy))
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
