import { seenText } from '#app/kernel/text.ts'

/** What the query of a page's address asks for, its texts read like those of a form. */
export const askedIn = ({ url }: { url: string }): URLSearchParams =>
  new URLSearchParams(
    [...new URL(url).searchParams].map(([name, text]) => [name, seenText(name, text)]),
  )
