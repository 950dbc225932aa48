import { useT } from '#app/i18n/context.tsx'
import { CheckField } from '#app/web/ui/check-field.tsx'
import { FieldSet } from '#app/web/ui/field.tsx'
import type { FormFields } from '#app/web/ui/form-state.ts'
import {
  AddressField,
  BoxesField,
  DayField,
  DaytimeField,
  OnlyIf,
  PersonFields,
  TelField,
  ZipField,
} from './common-fields.tsx'
import type { OrderValues } from './values.ts'

type MoveFieldsProps = {
  fields: FormFields<OrderValues>
  /** The first and last day a move is possible. */
  earliest: string
  latest: string
}

/** The fields for moving house, in the order a student knows the answers. */
export function MoveFields({ fields, earliest, latest }: MoveFieldsProps) {
  const t = useT()
  return (
    <>
      <FieldSet legend={t('order:form.way')}>
        <Way fields={fields} />
      </FieldSet>
      <FieldSet legend={t('order:form.things')}>
        <BoxesField
          field={fields.estBoxNum}
          label={t('order:form.estBoxNum')}
          hint={t('order:form.estBoxNumHint')}
          required
        />
        <CheckField
          field={fields.isHelp}
          label={t('order:move.isHelp')}
          hint={t('order:move.isHelpHint')}
        />
      </FieldSet>
      <FieldSet legend={t('order:form.when')}>
        <div className="grid items-start gap-4 xs:grid-cols-2">
          <DayField
            field={fields.sendDate}
            label={t('order:move.sendDate')}
            min={earliest}
            max={latest}
            required
          />
          <DaytimeField field={fields.isDaytime} label={t('order:move.daytime')} />
        </div>
      </FieldSet>
      <FieldSet legend={t('order:form.person')}>
        <PersonFields fields={fields} />
        <Friend fields={fields} />
      </FieldSet>
    </>
  )
}

function Way({ fields }: Pick<MoveFieldsProps, 'fields'>) {
  const t = useT()
  const zipHint = t('order:form.zipHint')
  return (
    <>
      <AddressField
        field={fields.fromAddress}
        label={t('order:move.from')}
        hint={t('order:form.fromHint')}
        autoComplete="street-address"
      />
      <ZipField
        field={fields.fromZip}
        label={t('order:form.moveFromZip')}
        hint={zipHint}
        autoComplete="postal-code"
      />
      <AddressField field={fields.toAddress} label={t('order:move.to')} autoComplete="off" />
      <ZipField
        field={fields.toZip}
        label={t('order:form.moveToZip')}
        hint={zipHint}
        autoComplete="off"
      />
    </>
  )
}

/** A friend who stands in for the student; the number counts only if the box is ticked. */
function Friend({ fields }: Pick<MoveFieldsProps, 'fields'>) {
  const t = useT()
  return (
    <>
      <CheckField
        field={fields.isEntrustFriend}
        label={t('order:form.isEntrustFriend')}
        hint={t('order:form.isEntrustFriendHint')}
      />
      <OnlyIf ticked={fields.isEntrustFriend} hint={t('order:form.onlyFriend')}>
        <TelField
          field={fields.friTel}
          label={t('order:form.friTel')}
          hint={t('order:form.telHint')}
        />
      </OnlyIf>
    </>
  )
}
