import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmByForm, isConfirmed } from '#app/console/http/admin-guard.server.ts'
import { requireCorrectable } from '#app/console/http/corrections.server.ts'
import { reasonSchema } from '#app/console/schemas/corrections.server.ts'
import { Changes } from '#app/console/ui/kit.tsx'
import { OwnPassword } from '#app/console/ui/proofs.tsx'
import { useT } from '#app/i18n/context.tsx'
import { carrierName } from '#app/i18n/status-words.ts'
import { CORRECTED, CORRECTION_REASONS } from '#app/kernel/corrections.ts'
import { failureText } from '#app/schemas/issue.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { asSent, filledWith, readForm, refuseForm } from '#app/web/http/form.server.ts'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormFields, formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:correct.title', console: true }

type Values = Record<string, string | number | null>

export async function loader(args: LoaderFunctionArgs) {
  const { values, choices, fixed, asksPassword, back } = await requireCorrectable(args)
  const isAsked = asksPassword && !(await isConfirmed(args.context))
  return { values, choices, fixed, back, asksPassword: isAsked, seen: JSON.stringify(values) }
}

/** `show` draws what was and what will be, `edit` the form again; `save` saves it. */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const { values, schema, fixed, asksPassword, back, save } = await requireCorrectable(args)
  const form = await request.formData()
  const why = readForm(context, form, reasonSchema)
  for (const name of fixed) form.set(name, String(values[name] ?? ''))
  const read = readForm(context, form, schema)
  if (!read.ok || !why.ok) {
    const errors = { ...(!why.ok && why.error.errors), ...(!read.ok && read.error.errors) }
    return refuseForm(context, form, { code: 'validationFailed', errors }, { shown: null })
  }
  const to = { ...values, ...read.value }
  const shown = { to: to as Values, reason: why.value.reason }
  if (form.get('intent') === 'edit') return data({ result: asSent(form), shown: null })
  if (form.get('intent') !== 'save') return data({ result: asSent(form), shown })
  const proved = asksPassword ? await confirmByForm(context, form) : null
  if (proved && !proved.ok) {
    const errors = { password: [failureText(context.t, proved.error)] }
    return refuseForm(context, form, { ...proved.error, errors }, { shown })
  }
  const seen: unknown = JSON.parse(why.value.seen)
  const change = { seen: seen as never, to: to as never, reason: why.value.reason }
  const saved = await save(change)
  if (!saved.ok) return refuseForm(context, form, saved.error, { shown: null })
  const isUntold = saved.value && 'texted' in saved.value && saved.value.texted === false
  return redirectWithFlash(context, back, {
    kind: isUntold ? 'info' : 'success',
    key: isUntold ? 'admin:correct.untold' : 'admin:correct.done',
  })
}

/** Corrects a place, an order or an account: typed, compared, then saved. */
export default function Correct() {
  const t = useT()
  const { values, seen, fixed, back } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const start = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value ?? '')]),
  )
  const empty = { ...start, reason: '', seen: '' }
  const result = answer?.result ?? filledWith({ ...start, seen })
  const { form, fields, errors } = formOf<Record<string, string>>('correct', empty, result)
  return (
    <Page
      width="form"
      title={t('admin:correct.title')}
      lead={t(fixed.includes('people') ? 'admin:correct.leadPeople' : 'admin:correct.lead')}
      back={{ to: back, label: t('admin:correct.keep') }}
    >
      <FormErrors errors={errors} title={t('admin:correct.not')} />
      <Form method="post" {...form} className="flex flex-col gap-4">
        <input type="hidden" name="seen" value={fields.seen?.value} />
        {answer?.shown ? <Preview fields={fields} /> : <Fields fields={fields} />}
      </Form>
    </Page>
  )
}

type FieldsProps = { fields: FormFields<Record<string, string>> }
const wordOf = (name: string) => CORRECTED.find((one) => one === name) ?? 'name'

function Fields({ fields }: FieldsProps) {
  const t = useT()
  const { values, choices, fixed } = useLoaderData<typeof loader>()
  return (
    <>
      {Object.keys(values).map((name) => {
        const field = fields[name]
        if (!field || fixed.includes(name)) return null
        const label = t(`notices:corrected.${wordOf(name)}`)
        const options = choices[name]?.map((value) => ({
          value,
          label: carrierName(t, value),
        }))
        return options ? (
          <SelectField
            key={name}
            label={label}
            errors={field.errors}
            input={control(field)}
            options={options}
          />
        ) : (
          <Field
            key={name}
            label={label}
            errors={field.errors}
            input={{ ...control(field), type: name === 'sendDate' ? 'date' : 'text' }}
          />
        )
      })}
      {fields.reason && (
        <SelectField
          label={t('admin:correct.reason')}
          placeholder={t('admin:refundPart.choose')}
          errors={fields.reason.errors}
          input={{ ...control(fields.reason), required: true }}
          options={CORRECTION_REASONS.map((value) => ({
            value,
            label: t(`notices:why.${value}`),
          }))}
        />
      )}
      <Button type="submit" name="intent" value="show" variant="secondary">
        {t('admin:correct.show')}
      </Button>
    </>
  )
}

/** What was and what will be, why, and the button that saves it. */
function Preview({ fields }: FieldsProps) {
  const t = useT()
  const { values, asksPassword, back } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!answer?.shown) return null
  const { to, reason } = answer.shown
  const changes = Object.keys(values).flatMap((name) =>
    values[name] === to[name]
      ? []
      : {
          what: t(`notices:corrected.${wordOf(name)}`),
          before: String(values[name] ?? ''),
          after: String(to[name] ?? ''),
        },
  )
  return (
    <>
      <Changes changes={changes} />
      <p>{t(`notices:why.${reason}`)}</p>
      {Object.values(fields).map(({ name, value }) =>
        name === 'seen' ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {asksPassword && <OwnPassword error={answer.result.errors.password?.[0]} />}
      <div className="flex flex-wrap gap-3">
        {changes.length > 0 && (
          <Button type="submit" name="intent" value="save">
            {t('admin:correct.save')}
          </Button>
        )}
        <Button type="submit" name="intent" value="edit" variant="quiet">
          {t('admin:message.edit')}
        </Button>
        <LinkButton to={back} variant="quiet">
          {t('admin:correct.keep')}
        </LinkButton>
      </div>
    </>
  )
}
