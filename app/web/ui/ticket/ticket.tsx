import type { ReactNode } from 'react'
import { cx } from '#app/web/ui/cx.ts'

type TicketProps = {
  /** The id of its heading, which names it. */
  title: string
  /** What it is about, as its heading: a time with its day, or a trip's name. */
  heading: ReactNode
  /** The line below the heading: the route, or a trip's time. */
  line: ReactNode
  price?: { amount: string; note: string }
  /** A coloured head, for the one ticket that a page is about; `picture` is its own then. */
  head?: boolean
  picture?: ReactNode
  className?: string
  /** The group's id, by which an open page finds the ticket to update. */
  live?: string
  /** Everything below the perforation. */
  children: ReactNode
}

/**
 * A group as a ticket: what, when and at what price above the perforation, how full it is and what
 * can be done below. The same in lists, records, on the page after paying and when it is shared.
 */
export function Ticket({
  title,
  heading,
  line,
  price,
  head,
  picture,
  className,
  live,
  children,
}: TicketProps) {
  return (
    <article
      aria-labelledby={title}
      data-live={live}
      className={cx(
        'figures relative flex min-w-0 flex-col rounded-card border border-line bg-surface shadow-card',
        className,
      )}
    >
      <div
        className={cx(
          'flex flex-wrap items-start justify-between gap-x-3 p-4 pb-2',
          head && 'field rounded-t-card pb-4',
        )}
      >
        <div className="min-w-0 flex-[1_1_8rem]">
          {heading}
          <p className={head ? 'text-16' : 'font-medium text-14'}>{line}</p>
        </div>
        {price && (
          <p className="shrink-0 text-right">
            <span translate="no" className="block font-bold text-22">
              {price.amount}
            </span>
            <span className={cx('block text-13', head ? 'text-on-field' : 'text-muted')}>
              {price.note}
            </span>
          </p>
        )}
        {picture}
      </div>
      {children}
    </article>
  )
}

/** The perforation between the parts of a ticket. */
export function Perforation() {
  return <div aria-hidden className="perforation" />
}

type TimeHeadingProps = {
  id: string
  time: string
  day: string
  /** Shown after the day: a time zone, or what kind of ride it is. */
  note?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  link?: (content: ReactNode) => ReactNode
}

/** A time, large, with its day beside it. */
export function TimeHeading({ id, time, day, note, as: Tag = 'h3', link }: TimeHeadingProps) {
  const content = (
    <>
      <span className="mr-2 font-bold text-22">{time}</span>
      <span className="whitespace-nowrap font-normal text-14">{day}</span>
    </>
  )
  return (
    <Tag id={id}>
      {link ? link(content) : content}
      {note && <span className="ml-2 whitespace-nowrap font-normal text-13">{note}</span>}
    </Tag>
  )
}
