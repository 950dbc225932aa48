import { Form, Link, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Button, LinkButton } from './button.tsx'
import { cx } from './cx.ts'
import { Bell, ChevronDown, Clock, Icon } from './icon.tsx'

/** Something to do, or bad news to read. */
export type Task = {
  id: string
  /** The day and what it is about; null: one's own account. */
  headline: string | null
  title: string
  message: string
  /** The page with more details, and the text of the link to it. */
  to: string
  open: string
  /** What has to be done, and where; null for news. */
  task: { label: string; to: string; about: string } | null
}

/** Where all bookings stand, each with its own next step. */
const RIDES = '/rides'
/** The list of notices shows them all, and marks them itself. */
const NOTICES = '/notices'

/** What a bar on this page may say: nothing about the page itself. */
export function tasksFor(pathname: string, tasks: Task[]): Task[] {
  if (pathname === NOTICES) return []
  const parts = pathname.split('/')
  return tasks
    .filter(({ to, task }) =>
      task ? pathname !== RIDES && !parts.includes(task.about) : to.split(/[?#]/)[0] !== pathname,
    )
    .toSorted((a, b) => Number(b.task !== null) - Number(a.task !== null))
}

/**
 * What wants doing, in one line at the top of every page but its own; several open as a list. It
 * follows from the state (decision 0037) and is gone once it is done.
 */
export function TaskBar({ tasks }: { tasks: Task[] }) {
  const t = useT()
  const shown = tasksFor(useLocation().pathname, tasks)
  const [first] = shown
  if (!first) return null
  const isTask = first.task !== null
  const what = t(isTask ? 'common:tasks.toDo' : 'common:tasks.news', {
    n: shown.length,
    what: first.task?.label ?? first.title,
  })
  return (
    <section
      aria-label={t('common:notices.label')}
      className={cx(
        'relative z-10 h-12 border-b print:hidden',
        isTask ? 'border-accent bg-accent-soft text-accent' : 'border-warn bg-warn-soft text-warn',
      )}
    >
      {shown.length === 1 ? <One task={first} what={what} /> : <Many tasks={shown} what={what} />}
    </section>
  )
}

const line =
  'figures mx-auto flex h-full w-full max-w-page items-center gap-2 px-4 text-left font-semibold no-underline'

function Line({ what, isTask, children }: { what: string; isTask: boolean; children: ReactNode }) {
  return (
    <>
      <Icon of={isTask ? Clock : Bell} size={18} />
      <span className="min-w-0 flex-1 truncate">{what}</span>
      {children}
    </>
  )
}

function One({ task, what }: { task: Task; what: string }) {
  const inside = (
    <Line what={what} isTask={task.task !== null}>
      <span aria-hidden>→</span>
    </Line>
  )
  if (!task.task)
    return (
      <Form method="post" action={NOTICES} className="h-full">
        <input type="hidden" name="id" value={task.id} />
        <button type="submit" name="returnTo" value={task.to} className={line}>
          {inside}
        </button>
      </Form>
    )
  return (
    // It may be a payment, which has its own security policy, so it is loaded as a document.
    <Link to={task.task.to} reloadDocument className={line}>
      {inside}
    </Link>
  )
}

/** Opens with and without scripts; app/page-script closes it. */
function Many({ tasks, what }: { tasks: Task[]; what: string }) {
  const t = useT()
  const { pathname, search } = useLocation()
  return (
    <details className="tray group h-full">
      <summary className={line}>
        <Line what={what} isTask={tasks[0]?.task !== null}>
          <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
        </Line>
      </summary>
      <ul className="absolute inset-x-0 top-full mx-auto max-h-dvh max-w-page divide-y divide-line overflow-y-auto rounded-b-card border border-line bg-surface text-ink shadow-card">
        {tasks.map(({ id, headline, title, message, to, open, task }) => (
          <li key={id} className="flex flex-col gap-2 p-4">
            <p id={id} className="figures text-13 text-muted">
              {headline}
            </p>
            <p className="font-semibold">{title}</p>
            <p className="text-14 text-muted">{message}</p>
            {task ? (
              <LinkButton
                to={task.to}
                reloadDocument
                small
                aria-describedby={id}
                className="self-start"
              >
                {task.label}
              </LinkButton>
            ) : (
              <Form method="post" action={NOTICES} className="flex gap-2">
                <input type="hidden" name="id" value={id} />
                <Button type="submit" name="returnTo" value={to} variant="secondary" small>
                  {open}
                </Button>
                <Button
                  type="submit"
                  name="returnTo"
                  value={pathname + search}
                  variant="quiet"
                  small
                >
                  {t('common:notices.dismiss')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
