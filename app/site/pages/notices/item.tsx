import { useLocation } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Notice } from '#app/notices/service/notices.server.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { Form } from '#app/web/ui/form.tsx'
import { Icon } from '#app/web/ui/icon.tsx'
import { toneIcon, toneText } from '#app/web/ui/tone.ts'

/** One notice. Opening a new one also marks it as read, so its link is a form button. */
export function NoticeItem({ notice }: { notice: Notice }) {
  const t = useT()
  const format = useFormat()
  const { pathname, search } = useLocation()
  const { id, verdict, tone, headline, title, message, at, unread, to, open } = notice
  const isOver = verdict === 'over'
  return (
    <Card className={cx('flex gap-3', unread && 'border-edge')}>
      <Icon of={toneIcon[tone]} className={cx('mt-0.5', isOver ? 'text-muted' : toneText[tone])} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {headline && <p className="figures text-13 text-muted">{headline}</p>}
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 className={cx('text-16', !unread && 'font-normal')}>{title}</h2>
          {unread && <Badge tone="brand">{t('common:notices.unread')}</Badge>}
          {isOver && <Badge>{t('common:notices.past')}</Badge>}
        </div>
        <p className={cx('whitespace-pre-line text-14', isOver && 'text-muted')}>{message}</p>
        <p className="figures text-13 text-muted">{format.dateTime(at)}</p>
        <div className="mt-1 flex flex-wrap gap-2">
          {unread ? (
            <>
              <Form method="post" action="/notices">
                <input type="hidden" name="id" value={id} />
                <Button type="submit" name="returnTo" value={to} variant="secondary" small>
                  {open}
                </Button>
              </Form>
              <Form method="post" action="/notices">
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="returnTo" value={pathname + search} />
                <Button type="submit" variant="quiet" small>
                  {t('common:notices.dismiss')}
                </Button>
              </Form>
            </>
          ) : (
            <LinkButton to={to} variant="quiet" small className="-ml-3">
              {open}
            </LinkButton>
          )}
        </div>
      </div>
    </Card>
  )
}
