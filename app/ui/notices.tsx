import { Form, Link, useLocation } from '@remix-run/react'
import { useT } from '../i18n/context.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import type { Tone } from './tone.ts'

export type NoticeText = { id: string; tone: Tone; message: string; to: string }

/** What has happened while the student was away; each stays until she says that she has read it. */
export function Notices({ notices }: { notices: NoticeText[] }) {
  const t = useT()
  const { pathname, search } = useLocation()
  if (notices.length === 0) return null
  return (
    <section aria-label={t('common:notices.label')} className="mb-6 flex flex-col gap-3">
      {notices.map(({ id, tone, message, to }) => (
        <Banner
          key={id}
          tone={tone}
          action={
            <>
              <Link to={to} className="inline-flex min-h-11 items-center text-14">
                {t('common:notices.open')}
              </Link>
              <Form method="post" action="/notices" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="returnTo" value={pathname + search} />
                <Button type="submit" variant="quiet" small>
                  {t('common:notices.dismiss')}
                </Button>
              </Form>
            </>
          }
        >
          {message}
        </Banner>
      ))}
    </section>
  )
}
