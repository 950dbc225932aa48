import { useHref, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#app/i18n/context.tsx'
import type { DepositAnswer } from '#app/routes/carpool/deposit-answer.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { repayPath, ridesPath } from '#app/ui/carpool/paths.ts'

/** Statuses of records whose deposit is checked (docs/rules.md#carpool-records). */
const CHECKED = ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'SUCCESS']

/**
 * Checks a record's deposit once the page is shown. A loss already recorded in events is on the
 * card itself, which works without scripts; this banner adds what only the bank knew. The payment
 * page opens by itself once per loss.
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
        <LinkButton to={repayPath(record.participantId)} reloadDocument small>
          {t('pay:again.payNow')}
        </LinkButton>
      }
    >
      {t('pay:again.seatStands')}
    </Banner>
  )
}

/** Asks the server whether the deposit is lost, after the page is shown and without delaying it. */
function useLostDeposit({ participantId, status }: CarpoolRecord): boolean {
  const [lost, setLost] = useState(false)
  const address = useHref(repayPath(participantId))
  const list = useHref(ridesPath)
  const leaving = useRef(false)
  leaving.current = useNavigation().state !== 'idle'
  useEffect(() => {
    if (!CHECKED.includes(status)) return
    const left = new AbortController()
    fetch(`${address}/check`, { signal: left.signal })
      .then((answer): Promise<DepositAnswer> => answer.json())
      .then(({ isValid, loss }) => {
        setLost(!isValid && loss !== null)
        // Only from the list itself, and not while navigating to another page.
        const free = location.pathname === list && !leaving.current
        if (loss !== null && free && isFirstTime(loss)) location.assign(address)
      })
      // Connection lost or session expired: the page keeps showing what it has.
      .catch(() => {})
    return () => left.abort()
  }, [address, list, status])
  return lost
}

const OPENED = 'deposit-opened'

/**
 * Whether this is the first time the payment page opens by itself for this loss; records that it
 * has.
 */
function isFirstTime(loss: string): boolean {
  try {
    const key = `${OPENED} ${loss}`
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
    return true
  } catch {
    // Without storage it would open again and again.
    return false
  }
}
