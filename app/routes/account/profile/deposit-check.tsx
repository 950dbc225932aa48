import { useHref, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#app/i18n/context.tsx'
import type { DepositAnswer } from '#app/routes/carpool/deposit-answer.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'

/** Records whose deposit is looked at (docs/rules.md#carpool-records). */
const CHECKED = ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'SUCCESS']

/**
 * Looks at the deposit of a record once the page is there. What events have told, the card itself
 * says, also without scripts; this says what only the bank knew. Its payment page opens by itself,
 * once for each loss.
 */
export function DepositCheck({ record }: { record: CarpoolRecord }) {
  const t = useT()
  const lost = useLostDeposit(record)
  if (!lost || record.actions.includes('payDeposit')) return null
  return (
    <Banner
      tone="danger"
      role="alert"
      title={t('pay:again.releasedTitle')}
      action={
        <LinkButton to={`/profile/deposit/${record.participantId}`} reloadDocument small>
          {t('pay:again.payNow')}
        </LinkButton>
      }
    >
      {t('pay:again.seatStands')}
    </Banner>
  )
}

/**
 * Asks the server, after the page has been shown and without holding it up, whether the deposit is
 * lost.
 */
function useLostDeposit({ participantId, status }: CarpoolRecord): boolean {
  const [lost, setLost] = useState(false)
  const address = useHref(`/profile/deposit/${participantId}`)
  const profile = useHref('/profile')
  const leaving = useRef(false)
  leaving.current = useNavigation().state !== 'idle'
  useEffect(() => {
    if (!CHECKED.includes(status)) return
    const left = new AbortController()
    fetch(`${address}/check`, { signal: left.signal })
      .then((answer): Promise<DepositAnswer> => answer.json())
      .then(({ isValid, loss }) => {
        setLost(!isValid && loss !== null)
        // Only over the list itself: not over a dialog, nor while another page is on its way.
        const free = location.pathname === profile && !leaving.current
        if (loss !== null && free && isFirstTime(loss)) location.assign(address)
      })
      // A broken line or a session that has ended: the page says what it knows.
      .catch(() => {})
    return () => left.abort()
  }, [address, profile, status])
  return lost
}

const OPENED = 'deposit-opened'

/** Whether the payment page has not opened by itself for this loss yet; from now on it has. */
function isFirstTime(loss: string): boolean {
  try {
    const key = `${OPENED} ${loss}`
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
    return true
  } catch {
    // Without a memory it would open again and again.
    return false
  }
}
