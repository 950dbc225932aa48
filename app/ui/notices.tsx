import { Form, useLocation } from '@remix-run/react'
import { useT } from '../i18n/context.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import type { Tone } from './tone.ts'

export type NoticeText = {
  id: string
  tone: Tone
  title: string
  message: string
  /** The page that tells more, and the words that lead there. */
  to: string
  open: string
}

/** What wants something done now; each stays above every page until the student has opened it or says that she knows. */
export function Notices({ notices }: { notices: NoticeText[] }) {
  const t = useT()
  const { pathname, search } = useLocation()
  // The list has them all, and marks them itself.
  if (notices.length === 0 || pathname === '/notices') return null
  return (
    <section aria-label={t('common:notices.label')} className="mb-6 flex flex-col gap-3">
      {notices.map(({ id, tone, title, message, to, open }) => (
        <Banner
          key={id}
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
      ))}
    </section>
  )
}
