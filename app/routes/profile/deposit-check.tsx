import { useHref } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { DepositAnswer } from '../profile-deposit/check.ts'

/** Records whose deposit is looked at (SPEC section 4). */
const CHECKED = ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'SUCCESS']

/**
 * Whether the deposit of a record still stands. What events have told is shown with the page, also without
 * scripts; once the page is there the deposit is looked at, and its payment page opens by itself, once for each loss.
 * The button is the card's own where the record's actions have it already.
 */
export function DepositCheck({ record }: { record: CarpoolRecord }) {
  const t = useT()
  const { participantId, actions } = record
  const known = actions.includes('payDeposit')
  const found = useLostDeposit(record)
  if (!known && !found) return null
  return (
    <Banner
      tone="danger"
      role={found && !known ? 'alert' : undefined}
      title={
        known && record.deposit.status === 'held'
          ? t('pay:again.expiringTitle')
          : t('pay:again.releasedTitle')
      }
      action={
        !known && (
          <LinkButton to={`/profile/deposit/${participantId}`} reloadDocument small>
            {t('pay:again.payNow')}
          </LinkButton>
        )
      }
    >
      {t('pay:again.seatStands')}
    </Banner>
  )
}

/** Asks the server, after the page has been shown and without holding it up, whether the deposit is lost. */
function useLostDeposit({ participantId, status }: CarpoolRecord): boolean {
  const [lost, setLost] = useState(false)
  const address = useHref(`/profile/deposit/${participantId}`)
  const profile = useHref('/profile')
  useEffect(() => {
    if (!CHECKED.includes(status)) return
    const left = new AbortController()
    fetch(`${address}/check`, { signal: left.signal })
      .then((answer): Promise<DepositAnswer> => answer.json())
      .then(({ isValid, loss }) => {
        setLost(!isValid && loss !== null)
        // Only over the list itself: not over a dialog that she is in.
        if (loss !== null && location.pathname === profile && isFirstTime(loss)) location.assign(address)
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
