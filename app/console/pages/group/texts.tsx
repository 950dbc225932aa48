import { NothingHere } from '#app/console/ui/kit.tsx'
import { useT } from '#app/i18n/context.tsx'
import { isEmpty, type TextState } from '#app/trip/rules/state.ts'
import type { TripTextsRow } from '#app/trip/service/trip-texts.server.ts'
import { TripTextList } from '#app/trip/ui/trip-texts.tsx'
import { Badge } from '#app/web/ui/badge.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { CircleCheck, CircleX, Hourglass, type IconType } from '#app/web/ui/icon.tsx'
import { Section } from '#app/web/ui/page.tsx'
import type { Tone } from '#app/web/ui/tone.ts'

const LOOKS: Record<TextState, [Tone, IconType]> = {
  waiting: ['accent', Hourglass],
  approved: ['ok', CircleCheck],
  declined: ['warn', CircleX],
}

type TextsProps = {
  texts: TripTextsRow | null
  /** The answer to a refused decision. */
  result: FormResult | null
}

/** The texts of a trip's creator, with the decision about them. */
export function TripTexts({ texts, result }: TextsProps) {
  const t = useT()
  const { form, fields, errors } = formOf('texts', { reason: '' }, result)
  if (!texts || isEmpty(texts))
    return (
      <Section id="group-texts" title={t('admin:group.texts.title')}>
        <NothingHere>{t('admin:group.texts.none')}</NothingHere>
      </Section>
    )
  const { state, reason, version } = texts
  const [tone, icon] = LOOKS[state]
  // The version that was read; if a newer one exists, the decision is refused and the page shows
  // it.
  const seen = <input type="hidden" name="seen" value={version} />
  return (
    <Section id="group-texts" title={t('admin:group.texts.title')}>
      <Card className="flex flex-col gap-4">
        <FormErrors errors={errors} title={t('admin:group.texts.refusedTitle')} />
        <p className="flex flex-wrap items-baseline gap-2">
          <Badge tone={tone} icon={icon}>
            {t(`admin:group.texts.state.${state}`)}
          </Badge>
          {reason && <span>{t('trip:texts.reason', { reason })}</span>}
        </p>
        <TripTextList texts={texts} />
        {state !== 'approved' && (
          <Form method="post" className="flex flex-col items-start gap-2">
            {seen}
            <p className="text-14 text-muted">{t('admin:group.texts.lead')}</p>
            <Button type="submit" name="decision" value="approve">
              {t('admin:group.texts.approve')}
            </Button>
          </Form>
        )}
        {state !== 'declined' && (
          <Form method="post" {...form} className="flex flex-col items-start gap-3">
            {seen}
            <Field
              label={t('admin:group.texts.reason')}
              hint={t('admin:group.texts.reasonHint')}
              errors={fields.reason.errors}
              className="w-full"
              input={{ ...control(fields.reason), maxLength: 100, required: true }}
            />
            <Button type="submit" variant="secondary" name="decision" value="decline">
              {t(
                state === 'approved'
                  ? 'admin:group.texts.declineShown'
                  : 'admin:group.texts.decline',
              )}
            </Button>
          </Form>
        )}
      </Card>
    </Section>
  )
}
