import { around } from './around.ts'

const TOLD_MS = 2000

/**
 * Shows the buttons that copy a text (`data-copy`) if the browser supports it, and handles their
 * clicks.
 */
export function offerCopying(): void {
  const { clipboard } = navigator
  const { dataset } = document.documentElement
  if (!clipboard) return
  dataset.copies = ''
  addEventListener('click', (event) => {
    const button = around(event, '[data-copy]')
    if (!button) return
    clipboard.writeText(button.dataset.copy ?? '').then(
      () => {
        button.dataset.copied = ''
        setTimeout(() => delete button.dataset.copied, TOLD_MS)
      },
      () => delete dataset.copies,
    )
  })
}
