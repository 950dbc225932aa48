import { useHref } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { withBase } from '#app/kernel/base-path.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the product, or one relative to the page's route. */
  to: string
}

/** A link to a page of the product: each is a document of its own (decision 0016). */
export const Link = ({ to, ...props }: LinkProps) =>
  to.startsWith('/') ? <a href={withBase(to)} {...props} /> : <RelativeLink to={to} {...props} />

const RelativeLink = ({ to, ...props }: LinkProps) => <a href={useHref(to)} {...props} />
