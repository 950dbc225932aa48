import { seenText } from '#app/kernel/text.ts'

/** A body with its texts as they come in by the door. */
export const received = <Body>(sent: Body): Body =>
  JSON.parse(JSON.stringify(sent), (name, held) =>
    typeof held === 'string' ? seenText(name, held) : held,
  )
