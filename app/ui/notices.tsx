import { Form, useLocation } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from './banner.tsx'
import { Button, LinkButton } from './button.tsx'
import type { Tone } from './tone.ts'

export type NoticeText = {
  id: string
  tone: Tone
  title: string
  message: string
  /** The page with more details, and the text of the link to it. */
  to: string
  open: string
  unread: boolean
}

/**
 * What needs doing now, above every page: in full until the student has read it, then on one line
 * for as long as it remains to be done.
 */
export function Notices({ notices }: { notices: NoticeText[] }) {
  const t = useT()
  const { pathname } = useLocation()
  // The list shows them all, and marks them itself.
  if (notices.length === 0 || pathname === '/notices') return null
  return (
    <section aria-label={t('common:notices.label')} className="mb-6 flex flex-col gap-3">
      {notices.map((notice) =>
        notice.unread ? (
          <Unread key={notice.id} notice={notice} />
        ) : (
          <Reminder key={notice.id} notice={notice} />
        ),
      )}
    </section>
  )
}

function Unread({ notice: { id, tone, title, message, to, open } }: { notice: NoticeText }) {
  const t = useT()
  const { pathname, search } = useLocation()
  return (
    <Banner
      tone={tone}
      title={title}
      action={
        <Form method="post" action="/notices" className="flex flex-wrap gap-2">
          <input type="hidden" name="id" value={id} />
          <Button type="submit" name="returnTo" value={to} variant="secondary" small>
            {open}
          </Button>
          <Button type="submit" name="returnTo" value={pathname + search} variant="quiet" small>
            {t('common:notices.dismiss')}
          </Button>
        </Form>
      }
    >
      {message}
    </Banner>
  )
}

function Reminder({ notice: { tone, title, to, open } }: { notice: NoticeText }) {
  return (
    <Banner tone={tone}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-semibold">{title}</span>
        <LinkButton to={to} variant="quiet" small className="-my-2">
          {open}
        </LinkButton>
      </div>
    </Banner>
  )
}
