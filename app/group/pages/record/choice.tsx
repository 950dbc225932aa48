import { pricePerPerson } from '#app/carpool/rules/pricing.ts'
import type { CarpoolCard, CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { Next } from '#app/carpool/ui/next.ts'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { routeOf } from '#app/carpool/ui/ride-route.ts'
import { remainderOf } from '#app/group/rules/balance.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { buttonClass } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { DialogLink } from '#app/web/ui/dialog.tsx'
import { Link } from '#app/web/ui/link.tsx'

type ChoiceProps = { record: CarpoolRecord; others: CarpoolCard[] }
type OptionProps = { title: string; price: string; text: string; to: string; label: string }

/** Whether the student has to choose, because the group did not fill. */
export const isChoice = ({ stage }: Next): boolean => stage === 'failed' || stage === 'failedLate'

/**
 * The options after a group did not fill, each with its cost, and the cars around that day that can
 * still be joined.
 */
export function Choice({ record, others }: ChoiceProps) {
  const t = useT()
  const format = useFormat()
  const { participantId, actions, deposit } = record
  const price = pricePerPerson(record.prices, 1)
  const left = remainderOf(price)
  const path = recordPath(participantId)
  return (
    <>
      <div className="flex gap-3">
        {actions.includes('convertToPrivate') && (
          <Option
            title={t('ride:choice.private')}
            price={t('ride:choice.privatePrice', { price: format.money(price) })}
            text={
              left > 0
                ? t('ride:choice.privateLeft', { left: format.money(left) })
                : t('ride:choice.privateNothing')
            }
            to={`${path}/convert`}
            label={t('ride:choice.convert')}
          />
        )}
        {actions.includes('cancelFailed') && (
          <Option
            title={t('ride:choice.refund')}
            price={format.money(deposit.amount)}
            text={t('ride:choice.refundText')}
            to={`${path}/cancel`}
            label={t('ride:choice.cancel')}
          />
        )}
      </div>
      {others.length > 0 && <Others carpools={others} />}
    </>
  )
}

function Others({ carpools }: { carpools: CarpoolCard[] }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  return (
    <Card as="section" className="figures">
      <h2 className="text-16">{t('ride:choice.others')}</h2>
      <ul className="divide-y divide-line">
        {carpools.map((one) => (
          <li key={one.id}>
            <Link
              to={`/carpool/${one.id}/join?tripType=${one.tripType}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2"
            >
              {format.dateTime(one.carpoolAt)} {routeOf(t, language, one)}
              <span className="text-muted">
                {t('ride:choice.other', {
                  count: one.maxPassengers - one.currentPassengers,
                  price: format.money(one.basePrice),
                })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Option({ title, price, text, to, label }: OptionProps) {
  return (
    <Card as="section" className="figures flex flex-1 flex-col gap-1">
      <h2 className="text-16">{title}</h2>
      <p className="font-bold text-18">{price}</p>
      <p className="flex-1 text-14 text-muted">{text}</p>
      <DialogLink to={to} className={buttonClass({ variant: 'secondary', small: true }, 'mt-2')}>
        {label}
      </DialogLink>
    </Card>
  )
}
