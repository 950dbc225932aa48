import { seenText } from '#app/kernel/text.ts'

/** The query of a page's URL, with its texts cleaned like those of a form. */
export const askedIn = ({ url }: { url: string }): URLSearchParams =>
  new URLSearchParams(
    [...new URL(url).searchParams].map(([name, text]) => [name, seenText(name, text)]),
  )
