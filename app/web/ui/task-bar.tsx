import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Button, LinkButton } from './button.tsx'
import { cx } from './cx.ts'
import { Bell, ChevronDown, Clock, Icon } from './icon.tsx'

/** Something to do about a booking. */
export type Task = {
  id: string
  /** The ids under which pages know the booking. */
  about: string[]
  /** The day and what it is about. */
  headline: string
  /** What has to be done, and the page that does it. */
  label: string
  to: string
  /** Until when. */
  due: number
}
/** Bad news to read. */
export type News = {
  id: string
  /** The day and what it is about; null: one's own account. */
  headline: string | null
  title: string
  message: string
  /** The page with more details, and the text of the link to it. */
  to: string
  open: string
}
export type Wants = { tasks: Task[]; news: News[] }

/** Where all bookings stand, each with its own next step. */
const RIDES = '/rides'
/** The list of notices shows them all, and marks them itself. */
const NOTICES = '/notices'

/** What a bar on this page may say: nothing about the page itself. */
export function wantsFor(pathname: string, { tasks, news }: Wants): Wants {
  if (pathname === NOTICES) return { tasks: [], news: [] }
  const parts = pathname.split('/')
  return {
    tasks:
      pathname === RIDES
        ? []
        : tasks.filter(
            ({ about }) =>
              !about.some((id) => parts.some((part) => part === id || part.endsWith(`-${id}`))),
          ),
    news: news.filter(({ to }) => to.split(/[?#]/)[0] !== pathname),
  }
}

/**
 * What wants doing, in one line at the top of every page but its own: the most urgent, and until
 * when. Several open as a list, with bad news below. It follows from the bookings and is gone once
 * it is done.
 */
export function TaskBar({ now, ...all }: Wants & { now: number }) {
  const wants = wantsFor(useLocation().pathname, all)
  const { tasks, news } = wants
  const t = useT()
  const line = useLine(wants, now)
  if (line === null) return null
  const isTask = tasks.length > 0
  return (
    <section
      aria-label={t('common:notices.label')}
      className={cx(
        'relative z-10 h-12 border-b print:hidden',
        isTask ? 'border-accent bg-accent-soft text-accent' : 'border-warn bg-warn-soft text-warn',
      )}
    >
      {tasks.length + news.length === 1 ? (
        <One {...wants} line={line} />
      ) : (
        <Many {...wants} now={now} line={line} />
      )}
    </section>
  )
}

/** What the line says, and for how long; the time is never cut off. */
type BarLine = { what: string; left: string }

/** Null: there is nothing to say. */
function useLine({ tasks: [task, ...tasks], news: [news] }: Wants, now: number): BarLine | null {
  const t = useT()
  const format = useFormat()
  if (task)
    return {
      what: t('common:tasks.toDo', { n: tasks.length + 1, what: task.label }),
      left: t('common:tasks.left', { left: format.remainingShort(task.due, now) }),
    }
  return news ? { what: t('common:tasks.news', { what: news.title }), left: '' } : null
}

const LINE =
  'figures mx-auto flex h-full w-full max-w-page items-center gap-2 px-4 text-left font-semibold no-underline'

type LineProps = BarLine & { isTask: boolean; children: ReactNode }

function Line({ what, left, isTask, children }: LineProps) {
  return (
    <>
      <Icon of={isTask ? Clock : Bell} size={18} />
      <span className="flex min-w-0 flex-1">
        <span className="truncate">{what}</span>
        <span className="shrink-0 whitespace-pre">{left}</span>
      </span>
      {children}
    </>
  )
}

function One({ tasks: [task], news: [news], line }: Wants & { line: BarLine }) {
  const inside = (
    <Line {...line} isTask={task !== undefined}>
      <span aria-hidden>→</span>
    </Line>
  )
  if (task)
    return (
      // It may be a payment, which has its own security policy, so it is loaded as a document.
      <Link to={task.to} className={LINE}>
        {inside}
      </Link>
    )
  return (
    <Form method="post" action={NOTICES} className="h-full">
      <input type="hidden" name="id" value={news?.id} />
      <button type="submit" name="returnTo" value={news?.to} className={LINE}>
        {inside}
      </button>
    </Form>
  )
}

/** Opens with and without scripts; app/web/page-script closes it. */
function Many({ tasks, news, now, line }: Wants & { now: number; line: BarLine }) {
  return (
    <details className="tray group h-full">
      <summary className={LINE}>
        <Line {...line} isTask={tasks.length > 0}>
          <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
        </Line>
      </summary>
      <ul className="absolute inset-x-0 top-full mx-auto max-h-dvh max-w-page divide-y divide-line overflow-y-auto rounded-b-card border border-line bg-surface text-ink shadow-card">
        {tasks.map((task) => (
          <TaskItem key={task.id} task={task} now={now} />
        ))}
        {news.map((one) => (
          <NewsItem key={one.id} news={one} />
        ))}
      </ul>
    </details>
  )
}

function TaskItem({ task, now }: { task: Task; now: number }) {
  const t = useT()
  const format = useFormat()
  const { id, headline, label, to, due } = task
  const until = t('carpool:record.timeline.by', { time: format.dateTime(due) })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 p-4">
      <p id={id} className="figures min-w-0 flex-1 text-14">
        <span className="block text-13 text-muted">{headline}</span>
        {until} · {format.remaining(due, now)}
      </p>
      <LinkButton to={to} small aria-describedby={id}>
        {label}
      </LinkButton>
    </li>
  )
}

function NewsItem({ news }: { news: News }) {
  const t = useT()
  const { pathname, search } = useLocation()
  const { id, headline, title, message, to, open } = news
  return (
    <li className="flex flex-col gap-2 p-4">
      <p className="figures text-13 text-muted">{headline}</p>
      <p className="font-semibold">{title}</p>
      <p className="text-14 text-muted">{message}</p>
      <Form method="post" action={NOTICES} className="flex gap-2">
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="returnTo" value={to} variant="secondary" small>
          {open}
        </Button>
        <Button type="submit" name="returnTo" value={pathname + search} variant="quiet" small>
          {t('common:notices.dismiss')}
        </Button>
      </Form>
    </li>
  )
}
