import { Link } from '@remix-run/react'
import type { Failure } from '#app/domain/result.ts'
import { useT } from '#app/i18n/context.tsx'
import { failureText } from '#app/schemas/issue.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'

type RefusalProps = {
  refused: Failure
  /** The name of customer service's account. */
  contact: string
  /** The list underneath. */
  listTo: string
  /** Nothing has been tried: this is how things stand. */
  before?: boolean
}

const NEEDS_HELP = ['cutoffPassed', 'operationExpired', 'invalidPaymentAmount']
const LOOK_ELSEWHERE = ['carpoolFull', 'notOpen', 'invalidCarpool', 'cutoffPassed']

/** Why nothing was done, and what can be done instead. What was typed is still in the form. */
export function Refusal({ refused, contact, listTo, before = false }: RefusalProps) {
  const t = useT()
  const { code, params } = refused
  const free = Number(params?.free ?? 0)
  const text = () => {
    if (before) return failureText(t, { code, params: { context: 'closed' } })
    if (code !== 'carpoolFull') return failureText(t, refused)
    return free > 0 ? t('carpool:refused.full', { count: free }) : t('carpool:refused.fullNone')
  }
  const links = (
    <>
      {LOOK_ELSEWHERE.includes(code) && (
        <LinkButton small variant="secondary" to={listTo}>
          {t('carpool:refused.other')}
        </LinkButton>
      )}
      {code === 'alreadyJoined' && (
        <LinkButton small variant="secondary" to="/profile">
          {t('carpool:refused.myRecords')}
        </LinkButton>
      )}
    </>
  )
  return (
    <Banner
      tone={before ? 'warn' : 'danger'}
      role={before ? undefined : 'alert'}
      about={before ? undefined : refused}
      title={before ? undefined : t('carpool:refused.title')}
      action={links}
    >
      <p>{text()}</p>
      {NEEDS_HELP.includes(code) && (
        <p>
          {t('carpool:refused.contactText', { name: contact })}{' '}
          <Link to="/#contact" className="underline">
            {t('carpool:refused.contact')}
          </Link>
        </p>
      )}
    </Banner>
  )
}
