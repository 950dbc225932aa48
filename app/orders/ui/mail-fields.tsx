import { useFormat, useT } from '#app/i18n/context.tsx'
import { needsPostcode } from '#app/orders/rules/check.ts'
import { CARRIERS } from '#app/orders/rules/postage.ts'
import { CheckField } from '#app/web/ui/check-field.tsx'
import { FieldSet, SelectField } from '#app/web/ui/field.tsx'
import { control, type FormFields } from '#app/web/ui/form-state.ts'
import { useScripted } from '#app/web/ui/page-context.tsx'
import { carrierOptions } from './carrier.ts'
import {
  AddressField,
  BoxesField,
  DayField,
  DaytimeField,
  OnlyIf,
  PersonFields,
  ZipField,
} from './common-fields.tsx'
import type { OrderValues } from './values.ts'

type MailFieldsProps = {
  fields: FormFields<OrderValues>
  /** The first and last day on which boxes can be delivered or collected. */
  earliest: string
  latest: string
}

/** The fields for posting boxes, in the order a student knows the answers. */
export function MailFields({ fields, earliest, latest }: MailFieldsProps) {
  const t = useT()
  return (
    <>
      <FieldSet legend={t('order:form.destination')}>
        <Destination fields={fields} />
      </FieldSet>
      <FieldSet legend={t('order:form.boxes')}>
        <BoxesField
          field={fields.estBoxNum}
          label={t('order:form.estBoxNum')}
          hint={t('order:form.estBoxNumHint')}
          required
        />
        <CheckField
          field={fields.isHelp}
          label={t('order:mail.isHelp')}
          hint={t('order:mail.isHelpHint')}
        />
        <BoxPurchase fields={fields} earliest={earliest} latest={latest} />
      </FieldSet>
      <FieldSet legend={t('order:form.collection')}>
        <Collection fields={fields} earliest={earliest} latest={latest} />
      </FieldSet>
      <FieldSet legend={t('order:form.person')}>
        <PersonFields fields={fields} />
      </FieldSet>
    </>
  )
}

function Destination({ fields }: Pick<MailFieldsProps, 'fields'>) {
  const t = useT()
  const carrier = CARRIERS.find((code) => code === fields.shipCompany.value)
  const zipNeeded = carrier !== undefined && needsPostcode(carrier)
  return (
    <>
      <SelectField
        label={t('order:form.carrier')}
        hint={t('order:form.carrierHint')}
        errors={fields.shipCompany.errors}
        placeholder={t('common:form.choose')}
        options={carrierOptions(t)}
        input={{ ...control(fields.shipCompany), required: true }}
      />
      <AddressField
        field={fields.toAddress}
        label={t('order:mail.to')}
        hint={t('order:form.toHint')}
        autoComplete="off"
      />
      <ZipField
        field={fields.toZip}
        label={t('order:form.toZip')}
        hint={carrier && !zipNeeded ? t('order:form.toZipNone') : t('order:form.toZipHint')}
        required={zipNeeded}
        autoComplete="off"
      />
    </>
  )
}

/** Boxes bought from us; they count only if the option is ticked. */
function BoxPurchase({ fields, earliest, latest }: MailFieldsProps) {
  const t = useT()
  return (
    <>
      <CheckField
        field={fields.isBuyBox}
        label={t('order:form.isBuyBox')}
        hint={t('order:form.isBuyBoxHint')}
      />
      <OnlyIf ticked={fields.isBuyBox} hint={t('order:form.onlyBuying')}>
        <BoxesField field={fields.buyBoxNum} label={t('order:form.buyBoxNum')} />
        <div className="grid items-start gap-4 xs:grid-cols-2">
          <DayField
            field={fields.boxDate}
            label={t('order:form.boxDate')}
            min={earliest}
            max={latest}
          />
          <DaytimeField field={fields.isBoxDaytime} label={t('order:form.boxDaytime')} />
        </div>
      </OnlyIf>
    </>
  )
}

function Collection({ fields, earliest, latest }: MailFieldsProps) {
  const t = useT()
  const format = useFormat()
  const scripted = useScripted()
  const boxDate = fields.isBuyBox.value === 'on' ? fields.boxDate.value : ''
  const min = boxDate > earliest ? boxDate : earliest
  return (
    <>
      <AddressField
        field={fields.fromAddress}
        label={t('order:mail.from')}
        hint={t('order:form.fromHint')}
        autoComplete="street-address"
      />
      <ZipField
        field={fields.fromZip}
        label={t('order:form.fromZip')}
        hint={t('order:form.zipHint')}
        autoComplete="postal-code"
      />
      <div className="grid items-start gap-4 xs:grid-cols-2">
        <DayField
          field={fields.sendDate}
          label={t('order:mail.sendDate')}
          min={min}
          max={latest}
          hint={scripted ? undefined : t('order:form.earliestBox', { day: format.day(earliest) })}
          required
        />
        <DaytimeField field={fields.isShipDaytime} label={t('order:mail.daytime')} />
      </div>
    </>
  )
}
