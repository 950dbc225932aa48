import { useLocation } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'
import type { Mailbox } from './mailbox.ts'

/** The message about an account's addresses, if there is one. */
function wordsOf({ pendingEmail, emailConfirmedAt, emailStop, emailNotices }: Mailbox) {
  if (pendingEmail !== null && emailStop !== null) return 'waitStopped'
  if (pendingEmail !== null) return emailConfirmedAt === null ? 'waitOnly' : 'waitNew'
  if (emailStop !== null) return emailStop
  if (emailConfirmedAt !== null) return null
  return emailNotices ? 'wait' : 'waitOff'
}

type EmailLineProps = {
  of: Mailbox
  /** On the account's own page, which has a button to change the address. */
  own?: boolean
}

/**
 * What an address waits for, or why no email is sent there, with a button that sends the link,
 * first or again. It returns to the current page.
 */
export function EmailLine({ of: mailbox, own = false }: EmailLineProps) {
  const t = useT()
  const { pathname, search } = useLocation()
  const long = wordsOf(mailbox)
  // Other pages show the short form.
  const words = long === 'wait' && !own ? 'line' : long
  if (!words) return null
  const isStopped = words === 'bounced' || words === 'unwanted'
  return (
    <Banner
      tone="warn"
      action={
        <>
          {words !== 'unwanted' && (
            <Form method="post" action="/profile/email-link">
              {!own && <input type="hidden" name="from" value={pathname + search} />}
              <Button type="submit" variant="secondary" small>
                {t('account:emailLink.again')}
              </Button>
            </Form>
          )}
          {isStopped && !own && (
            <LinkButton to="/profile/contact" variant="secondary" small>
              {t('account:emailLink.change')}
            </LinkButton>
          )}
        </>
      }
    >
      <span className="break-words">
        {t(`account:emailLink.${words}`, { email: mailbox.pendingEmail ?? mailbox.email })}
      </span>
    </Banner>
  )
}
