import type { ComponentProps } from 'react'
import { withBase } from '#app/kernel/base-path.ts'

type PlainLinkProps = { to: string } & Omit<ComponentProps<'a'>, 'href'>

/**
 * A link of a page that is sent without React (decision 0016). Remix's own also prepares what only
 * its router reads, two of them on each card of a list. `to` begins with a slash.
 */
export function PlainLink({ to, ...props }: PlainLinkProps) {
  return <a href={withBase(to)} {...props} />
}
