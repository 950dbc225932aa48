import { whenParsed } from './scroll.ts'

/**
 * Focuses what a refused form says first, where the browser has not: some focus only fields by
 * themselves, and none does on a page whose address names a part of it.
 */
export function focusOnError(): void {
  whenParsed(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[autofocus]')?.focus()
  })
}
