import { OwnPassword } from '#app/console/ui/proofs.tsx'
import { useT } from '#app/i18n/context.tsx'
import { LINE_TEXT_MAX, OUTSIDE_WAYS } from '#app/requests/rules/request.ts'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { Section } from '#app/web/ui/page.tsx'

type EndingProps = { id: string; result: FormResult | null; asksPassword: boolean }

/** What can be done with an unpaid request: change it, take it back, or record its payment. */
export function Ending({ id, result, asksPassword }: EndingProps) {
  const t = useT()
  const start = { how: '', reference: '', password: '' }
  const { form, fields, errors } = formOf('outside', start, result)
  return (
    <>
      <FormErrors errors={errors} title={t('admin:request.notDone')} />
      <Form method="post" className="flex flex-wrap gap-3">
        <LinkButton to={`/admin/requests/new?replaces=${id}`} variant="secondary">
          {t('admin:request.change')}
        </LinkButton>
        <Button type="submit" name="intent" value="void" variant="danger">
          {t('admin:request.void')}
        </Button>
      </Form>
      <Section id="outside" title={t('admin:request.outsideTitle')}>
        <p className="max-w-text text-muted">{t('admin:request.outsideLead')}</p>
        <Form method="post" {...form} className="flex max-w-form flex-col items-start gap-3">
          <SelectField
            label={t('admin:request.outside')}
            errors={fields.how.errors}
            input={control(fields.how)}
            placeholder={t('admin:request.choose')}
            options={OUTSIDE_WAYS.map((value) => ({
              value,
              label: t(`admin:request.how.${value}`),
            }))}
          />
          <Field
            label={t('admin:request.reference')}
            hint={t('admin:request.referenceHint')}
            errors={fields.reference.errors}
            input={{ ...control(fields.reference), maxLength: LINE_TEXT_MAX }}
          />
          {asksPassword && <OwnPassword error={fields.password.errors?.[0]} />}
          <Button type="submit" name="intent" value="outside" variant="secondary">
            {t('admin:request.outsideSave')}
          </Button>
        </Form>
      </Section>
    </>
  )
}
