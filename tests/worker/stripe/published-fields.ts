const fields = (names: string) => names.trim().split(/\s+/)

/**
 * The field names of the example objects that Stripe publishes with its API description, by object
 * and, for nested ones, by path. The stand-in must return every one of them.
 */
export const publishedFields = {
  payment_intent: fields(`
    amount amount_capturable amount_details amount_received application application_fee_amount
    automatic_payment_methods canceled_at cancellation_reason capture_method client_secret
    confirmation_method created currency customer customer_account description
    excluded_payment_method_types id last_payment_error latest_charge livemode
    managed_payments metadata next_action object on_behalf_of payment_method
    payment_method_configuration_details payment_method_options payment_method_types
    processing receipt_email review setup_future_usage shipping source statement_descriptor
    statement_descriptor_suffix status transfer_data transfer_group`),
  'payment_intent.automatic_payment_methods': fields('enabled'),
  'payment_intent.managed_payments': fields('enabled'),
  charge: fields(`
    amount amount_captured amount_refunded application application_fee application_fee_amount
    balance_transaction billing_details calculated_statement_descriptor captured created
    currency customer description disputed failure_balance_transaction failure_code
    failure_message fraud_details id livemode metadata object on_behalf_of outcome paid
    payment_intent payment_method payment_method_details receipt_email receipt_number
    receipt_url refunded refunds review shipping source source_transfer statement_descriptor
    statement_descriptor_suffix status transfer_data transfer_group`),
  'charge.billing_details': fields('address email name phone tax_id'),
  'charge.billing_details.address': fields('city country line1 line2 postal_code state'),
  'charge.outcome': fields(`
    advice_code network_advice_code network_decline_code network_status reason seller_message
    type`),
  'charge.payment_method_details': fields('card type'),
  'charge.payment_method_details.card': fields(`
    amount_authorized authorization_code brand checks country exp_month exp_year
    extended_authorization fingerprint funding incremental_authorization installments last4
    mandate multicapture network network_token network_transaction_id overcapture
    regulated_status three_d_secure transaction_link_id wallet`),
  'charge.payment_method_details.card.checks': fields(
    'address_line1_check address_postal_code_check cvc_check',
  ),
  'charge.payment_method_details.card.extended_authorization': fields('status'),
  'charge.payment_method_details.card.incremental_authorization': fields('status'),
  'charge.payment_method_details.card.multicapture': fields('status'),
  'charge.payment_method_details.card.network_token': fields('used'),
  'charge.payment_method_details.card.overcapture': fields('maximum_amount_capturable status'),
  'charge.payment_method_details.card.three_d_secure': fields(`
    authentication_flow electronic_commerce_indicator exemption_indicator result result_reason
    transaction_id version`),
  'charge.refunds': fields('data has_more object url'),
  refund: fields(`
    amount balance_transaction charge created currency customer customer_account
    destination_details id metadata object payment_intent payment_method reason receipt_number
    source_transfer_reversal status transfer_reversal`),
  'refund.destination_details': fields('card type'),
  'refund.destination_details.card': fields('type'),
  payment_method: fields(`
    allow_redisplay billing_details card created customer customer_account id livemode
    metadata object type`),
  'payment_method.billing_details': fields('address email name phone tax_id'),
  'payment_method.billing_details.address': fields('city country line1 line2 postal_code state'),
  'payment_method.card': fields(`
    brand checks country display_brand exp_month exp_year fingerprint funding generated_from
    last4 networks regulated_status three_d_secure_usage wallet`),
  'payment_method.card.checks': fields('address_line1_check address_postal_code_check cvc_check'),
  'payment_method.card.networks': fields('available preferred'),
  'payment_method.card.three_d_secure_usage': fields('supported'),
  event: fields(`
    api_version created data id livemode object pending_webhooks request type`),
  'event.request': fields('id idempotency_key'),
  'event.data': fields('object'),
} as const satisfies Record<string, readonly string[]>
