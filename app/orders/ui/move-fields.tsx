import { useT } from '#app/i18n/context.tsx'
import { CheckField } from '#app/web/ui/check-field.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { FieldSet } from '#app/web/ui/field.tsx'
import type { FormFields } from '#app/web/ui/use-form.ts'
import { useHydrated } from '#app/web/ui/use-hydrated.ts'
import {
  AddressField,
  BoxesField,
  DayField,
  DaytimeField,
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

/**
 * A friend who stands in for the student. The field is disabled until the box is ticked; without
 * scripts it stays enabled and is ignored unless the box is ticked.
 */
function Friend({ fields }: Pick<MoveFieldsProps, 'fields'>) {
  const t = useT()
  const live = useHydrated()
  const off = live && fields.isEntrustFriend.value !== 'on'
  return (
    <>
      <CheckField
        field={fields.isEntrustFriend}
        label={t('order:form.isEntrustFriend')}
        hint={t('order:form.isEntrustFriendHint')}
      />
      <div className={cx('border-line border-l-2 pl-4', off && 'text-muted')}>
        <TelField
          field={fields.friTel}
          label={t('order:form.friTel')}
          hint={off || !live ? t('order:form.onlyFriend') : t('order:form.telHint')}
          disabled={off}
        />
      </div>
    </>
  )
}
