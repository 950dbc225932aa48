import { useHref } from '@remix-run/react'
import type { ComponentProps } from 'react'

type PlainLinkProps = { to: string } & Omit<ComponentProps<'a'>, 'href'>

/**
 * A link of a page that is sent without React (decision 0024). Remix's own prepares what only its
 * router reads, which takes a tenth of the time of a list with two links a card.
 */
export function PlainLink({ to, ...props }: PlainLinkProps) {
  return <a href={useHref(to)} {...props} />
}
