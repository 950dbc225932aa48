import type { CarpoolCard } from '#app/carpool/service/carpools.server.ts'
import { luggageText } from '#app/carpool/ui/luggage-text.ts'
import { aheadText, anotherPath, joinPath, wishPath } from '#app/carpool/ui/waitlist-paths.ts'
import type { OwnWait } from '#app/features/waitlist/service.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Hourglass } from '#app/web/ui/icon.tsx'
import { TimeLeft } from '#app/web/ui/time-left.tsx'

type OwnPlaceProps = { carpool: CarpoolCard; wait: OwnWait; now: number; errors: string[] }

/** The number of parties ahead, or until when a seat is kept, and how to leave. */
export function OwnPlace({ carpool, wait, now, errors }: OwnPlaceProps) {
  const t = useT()
  return (
    <>
      <FormErrors errors={errors} />
      <Offer carpool={carpool} wait={wait} now={now} />
      <Card as="section">
        <Facts
          items={[
            {
              term: t('carpool:form.people'),
              detail: t('carpool:wait.people', { count: wait.people }),
            },
            { term: t('carpool:wait.luggage'), detail: luggageText(t, wait) },
          ]}
        />
        <form method="post" className="mt-3 flex flex-col">
          <input type="hidden" name="intent" value="leave" />
          <Button type="submit" variant="secondary" wide>
            {t('carpool:wait.leave')}
          </Button>
        </form>
      </Card>
    </>
  )
}

function Offer({ carpool, wait, now }: Omit<OwnPlaceProps, 'errors'>) {
  const t = useT()
  const format = useFormat()
  const { ahead, offeredUntil, people } = wait
  if (offeredUntil === null)
    return (
      <Banner icon={Hourglass} title={aheadText(t, ahead)}>
        {t('carpool:wait.told')}
      </Banner>
    )
  return (
    <Banner
      tone="accent"
      icon={Hourglass}
      title={
        <>
          {t('carpool:wait.offer', { count: people, until: format.dateTime(offeredUntil) })}
          <TimeLeft until={offeredUntil} now={now} />
        </>
      }
      action={<LinkButton to={joinPath(carpool.id)}>{t('carpool:wait.take')}</LinkButton>}
    >
      {t('carpool:wait.offerText')}
    </Banner>
  )
}

/** The list is closed: another carpool like this one, or a wish for one. */
export function Ended({ carpool }: { carpool: CarpoolCard }) {
  const t = useT()
  return (
    <Banner
      tone="neutral"
      title={t('carpool:wait.ended')}
      action={
        <>
          <LinkButton to={anotherPath(t, carpool)}>{t('carpool:wait.another')}</LinkButton>
          <LinkButton to={wishPath(t, carpool)} variant="secondary">
            {t('carpool:wait.wish')}
          </LinkButton>
        </>
      }
    >
      {t('carpool:wait.endedText')}
    </Banner>
  )
}
