CREATE TABLE `account_months` (
	`month` text PRIMARY KEY NOT NULL,
	`book` text NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `admin_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`confirmed_at` integer NOT NULL,
	`last_seen_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_admin` ON `admin_sessions` (`admin_id`);--> statement-breakpoint
CREATE INDEX `admin_sessions_expiry` ON `admin_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`password_hash` text NOT NULL,
	`scopes` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_phone` ON `admins` (`phone`);--> statement-breakpoint
CREATE TABLE `airports` (
	`id` text PRIMARY KEY NOT NULL,
	`name_zh` text NOT NULL,
	`name_en` text NOT NULL,
	`terminals` text NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`clearing_minutes` integer DEFAULT 45 NOT NULL,
	`meeting_points` text DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `attempts` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`id` integer DEFAULT (random()) NOT NULL,
	`place` text,
	PRIMARY KEY(`kind`, `subject`, `at`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`admin_id` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`before` text,
	`after` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_admin` ON `audit_log` (`admin_id`,`at`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`version` integer NOT NULL,
	`passenger` text NOT NULL,
	`people` integer NOT NULL,
	`booked_at` integer NOT NULL,
	`consent_at` integer,
	`consent_version` text,
	`pick_up_at` integer NOT NULL,
	`pick_up` text NOT NULL,
	`destination` text NOT NULL,
	`driver` text NOT NULL,
	`badge_no` text NOT NULL,
	`plate` text NOT NULL,
	`licence_no` text NOT NULL,
	`dispatched_by` text,
	`dispatched_at` integer,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bookings_ride` ON `bookings` (`pick_up_at`);--> statement-breakpoint
CREATE INDEX `bookings_user` ON `bookings` (`user_id`);--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`participant_id` text,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`withdrawn` integer NOT NULL,
	`state` text NOT NULL,
	`moves` integer DEFAULT 0 NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`evidence_due_by` integer,
	`created_at` integer NOT NULL,
	`checked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `disputes_state` ON `disputes` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `disputes_subject` ON `disputes` (`subject_id`);--> statement-breakpoint
CREATE TABLE `driver_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`version` integer NOT NULL,
	`phone` text NOT NULL,
	`language` text NOT NULL,
	`meet_at` integer NOT NULL,
	`wanted` text,
	`told` text,
	`state` text NOT NULL,
	`tries` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `driver_texts_due` ON `driver_texts` (`state`,`at`);--> statement-breakpoint
CREATE INDEX `driver_texts_group` ON `driver_texts` (`group_id`);--> statement-breakpoint
CREATE TABLE `drivers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`badge_no` text NOT NULL,
	`badge_until` text NOT NULL,
	`languages` text NOT NULL,
	`archived` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `email_stops` (
	`email_key` text PRIMARY KEY NOT NULL,
	`why` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `failed_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`participant_id` text,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`missing` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`failed_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`settled_at` integer
);
--> statement-breakpoint
CREATE INDEX `failed_refunds_owed` ON `failed_refunds` (`failed_at`) WHERE missing > 0 and settled_at is null;--> statement-breakpoint
CREATE INDEX `failed_refunds_subject` ON `failed_refunds` (`subject_id`);--> statement-breakpoint
CREATE INDEX `failed_refunds_user` ON `failed_refunds` (`user_id`);--> statement-breakpoint
CREATE TABLE `flight_statuses` (
	`day` text NOT NULL,
	`number` text NOT NULL,
	`calls` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`busy_until` integer,
	`landings` text NOT NULL,
	PRIMARY KEY(`day`, `number`)
);
--> statement-breakpoint
CREATE TABLE `groups` (
	`kind` text NOT NULL,
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`status` text NOT NULL,
	`current_passengers` integer NOT NULL,
	`max_passengers` integer NOT NULL,
	`private` integer DEFAULT false NOT NULL,
	`departure_at` integer NOT NULL,
	`departure_day` text NOT NULL,
	`cutoff_at` integer NOT NULL,
	`balance_due_at` integer NOT NULL,
	`released_seats` integer DEFAULT 0 NOT NULL,
	`shortfall` integer,
	`flight_times` text NOT NULL,
	`listed` integer NOT NULL,
	`rank` integer GENERATED ALWAYS AS (CASE status WHEN 'OPEN' THEN 0 WHEN 'PENDING' THEN 2 WHEN 'FAILED' THEN 2 WHEN 'CANCELLED' THEN 2 ELSE 1 END) VIRTUAL,
	`next_due_at` integer,
	`stuck` text DEFAULT '[]' NOT NULL,
	`stuck_since_at` integer,
	`reported_at` integer,
	`created_at` integer NOT NULL,
	`trip_type` text,
	`airport_id` text,
	`airport_name_zh` text,
	`airport_name_en` text,
	`terminals` text,
	`prices` text,
	`flight_numbers` text,
	`goes_with` integer DEFAULT 0,
	`opened_for` integer DEFAULT 0,
	`trip_name` text,
	`name_text` text,
	`confirmed_passengers` integer,
	`min_passengers` integer,
	`trip_end_at` integer,
	`cutoff_day` text,
	`end_day` text,
	`balance_price` integer,
	`needs_flight` integer
);
--> statement-breakpoint
CREATE INDEX `groups_due` ON `groups` (`next_due_at`);--> statement-breakpoint
CREATE INDEX `groups_day` ON `groups` (`departure_day`,`status`);--> statement-breakpoint
CREATE INDEX `groups_stuck` ON `groups` (`stuck_since_at`) WHERE stuck_since_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `groups_reported` ON `groups` (`reported_at`) WHERE reported_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `carpools_list` ON `groups` (`listed`,`trip_type`,`rank`,`departure_at`,`id`) WHERE kind = 'carpool';--> statement-breakpoint
CREATE INDEX `carpools_airport` ON `groups` (`listed`,`trip_type`,`airport_id`,`rank`,`departure_at`,`id`) WHERE kind = 'carpool';--> statement-breakpoint
CREATE INDEX `carpools_status` ON `groups` (`listed`,`trip_type`,`status`,`departure_at`,`id`) WHERE kind = 'carpool';--> statement-breakpoint
CREATE INDEX `trips_list` ON `groups` (`listed`,`rank`,`cutoff_at`,`id`) WHERE kind = 'trip';--> statement-breakpoint
CREATE INDEX `trips_going` ON `groups` (`departure_day`) WHERE kind = 'trip' AND status = 'SUCCESS';--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`body` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `lost_payments` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`subject_id` text,
	`user_id` text,
	`amount` integer,
	`missing` text NOT NULL,
	`found_at` integer NOT NULL,
	`settled_at` integer
);
--> statement-breakpoint
CREATE INDEX `lost_payments_open` ON `lost_payments` (`found_at`) WHERE settled_at IS NULL;--> statement-breakpoint
CREATE INDEX `lost_payments_user` ON `lost_payments` (`user_id`);--> statement-breakpoint
CREATE TABLE `notes` (
	`id` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`user_id` text NOT NULL,
	`group_id` text,
	`text` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`tell_on` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notes_subject` ON `notes` (`subject_id`,`at`);--> statement-breakpoint
CREATE INDEX `notes_user` ON `notes` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `notes_tell` ON `notes` (`tell_on`) WHERE tell_on IS NOT NULL;--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code` text NOT NULL,
	`params` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`email_state` text DEFAULT 'skipped' NOT NULL,
	`email_tries` integer DEFAULT 0 NOT NULL,
	`email_to` text,
	`email_due_at` integer,
	`sms_state` text,
	`sms_tries` integer DEFAULT 0 NOT NULL,
	`sms_at` integer
);
--> statement-breakpoint
CREATE INDEX `notices_user` ON `notices` (`user_id`,`read_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `notices_newest` ON `notices` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notices_email` ON `notices` (`email_due_at`);--> statement-breakpoint
CREATE INDEX `notices_sms` ON `notices` (`sms_at`) WHERE sms_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`payment` text NOT NULL,
	`refunded_amount` integer DEFAULT 0 NOT NULL,
	`failed_amount` integer DEFAULT 0 NOT NULL,
	`refund_owed` integer DEFAULT 0 NOT NULL,
	`before_loss` text,
	`base_amount` integer NOT NULL,
	`payment_attempt` integer DEFAULT 1 NOT NULL,
	`intent_id` text,
	`user_name` text NOT NULL,
	`tel` text NOT NULL,
	`is_help` integer NOT NULL,
	`est_box_num` integer NOT NULL,
	`from_address` text NOT NULL,
	`from_zip` text NOT NULL,
	`to_address` text NOT NULL,
	`to_zip` text NOT NULL,
	`send_date` text NOT NULL,
	`send_daytime` integer NOT NULL,
	`ship_company` text,
	`is_buy_box` integer,
	`buy_box_num` integer,
	`box_date` text,
	`is_box_daytime` integer,
	`weights` text,
	`parcels` text,
	`is_entrust_friend` integer,
	`fri_tel` text,
	`public_text` text NOT NULL,
	`own_text` text NOT NULL,
	`created_at` integer NOT NULL,
	`pay_before` integer NOT NULL,
	`due_since_at` integer,
	`due_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_attempt` ON `orders` (`user_id`,`attempt_id`);--> statement-breakpoint
CREATE INDEX `orders_list` ON `orders` (`kind`,`send_date`,`id`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (`due_at`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`kind`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `participants` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`version` integer NOT NULL,
	`seat` text NOT NULL,
	`leaving` text,
	`party` text NOT NULL,
	`flight_keys` text DEFAULT '' NOT NULL,
	`deposit_status` text NOT NULL,
	`deposit_intent_id` text,
	`capture_before_at` integer,
	`renewal_failed` integer DEFAULT false NOT NULL,
	`payment_status` text NOT NULL,
	`original_remaining` integer,
	`points_deducted` integer DEFAULT 0 NOT NULL,
	`deducted_amount` integer DEFAULT 0 NOT NULL,
	`returned_amount` integer DEFAULT 0 NOT NULL,
	`deposit_captured` integer,
	`deposit_returned` integer,
	`refunded_amount` integer,
	`hold_expires_at` integer,
	`ride` text,
	`missed_at` integer,
	`flight` text,
	`flight_open_until` integer,
	`auto_pay` text,
	`fewer` text,
	`moved_to` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `participants_user` ON `participants` (`user_id`,`seat`,`created_at`);--> statement-breakpoint
CREATE INDEX `participants_group` ON `participants` (`group_id`,`user_id`) WHERE seat = 'taken' OR seat = 'out';--> statement-breakpoint
CREATE INDEX `participants_driver` ON `participants` (ride ->> '$.driver.id') WHERE ride IS NOT NULL;--> statement-breakpoint
CREATE INDEX `participants_missed` ON `participants` (`missed_at`) WHERE missed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `participants_flight` ON `participants` (`flight_open_until`) WHERE flight_open_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `participants_kept` ON `participants` (`group_id`) WHERE leaving = 'unpaid';--> statement-breakpoint
CREATE TABLE `points_ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`points` integer NOT NULL,
	`kind` text DEFAULT 'allocated' NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`description` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `points_operation` ON `points_ledger` (`operation_id`);--> statement-breakpoint
CREATE INDEX `points_user` ON `points_ledger` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `postage_prices` (
	`id` text PRIMARY KEY NOT NULL,
	`grams` integer NOT NULL,
	`sf_express` integer,
	`hk_post_air` integer,
	`hk_post_sea` integer,
	`royal_mail` integer,
	`taiwan_price` integer,
	`macau_price` integer,
	`ups_usa` integer,
	`bpost_usa` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `postage_prices_grams` ON `postage_prices` (`grams`);--> statement-breakpoint
CREATE TABLE `prices` (
	`airport_id` text NOT NULL,
	`period` text NOT NULL,
	`people` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`airport_id`, `period`, `people`),
	FOREIGN KEY (`airport_id`) REFERENCES `airports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `receipt_numbers` (
	`year` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `receipts` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`participant_id` text,
	`sale` text NOT NULL,
	`about` text NOT NULL,
	`amount` integer NOT NULL,
	`seller` text NOT NULL,
	`paid_at` integer NOT NULL,
	`company` text,
	`number` text
);
--> statement-breakpoint
CREATE INDEX `receipts_user` ON `receipts` (`user_id`,`paid_at`);--> statement-breakpoint
CREATE INDEX `receipts_paid` ON `receipts` (`paid_at`);--> statement-breakpoint
CREATE TABLE `recoveries` (
	`id` text PRIMARY KEY NOT NULL,
	`since_at` integer NOT NULL,
	`after_event` text,
	`read` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`tried_at` integer DEFAULT 0 NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE INDEX `recoveries_open` ON `recoveries` (`tried_at`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `refunds_intent` ON `refunds` (`intent_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `refused_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`what` text NOT NULL,
	`since_at` integer NOT NULL,
	`tried_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subject_id` text,
	`participant_id` text,
	`what` text NOT NULL,
	`lines` text NOT NULL,
	`amount` integer NOT NULL,
	`fen` integer,
	`fen_per_pound` integer,
	`note` text,
	`status` text DEFAULT 'asked' NOT NULL,
	`payment` text DEFAULT 'awaiting' NOT NULL,
	`outside` text,
	`replaced_by` text,
	`refunded_amount` integer DEFAULT 0 NOT NULL,
	`failed_amount` integer DEFAULT 0 NOT NULL,
	`refund_owed` integer DEFAULT 0 NOT NULL,
	`before_loss` text,
	`payment_attempt` integer DEFAULT 1 NOT NULL,
	`intent_id` text,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`remind_at` integer,
	`ended_at` integer,
	`due_at` integer,
	`due_since_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `requests_user` ON `requests` (`user_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `requests_subject` ON `requests` (`subject_id`);--> statement-breakpoint
CREATE INDEX `requests_awaiting` ON `requests` (`asked_at`) WHERE payment = 'awaiting';--> statement-breakpoint
CREATE INDEX `requests_remind` ON `requests` (`remind_at`) WHERE remind_at is not null;--> statement-breakpoint
CREATE INDEX `requests_due` ON `requests` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `ride_contacts` (
	`participant_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`show_wechat` integer NOT NULL,
	`show_phone` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ride_contacts_user` ON `ride_contacts` (`user_id`);--> statement-breakpoint
CREATE TABLE `seat_openings` (
	`carpool_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `service_descriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`service` text NOT NULL,
	`lang` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`sort_order` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `service_descriptions_order` ON `service_descriptions` (`service`,`lang`,`sort_order`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`device` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `special_periods` (
	`id` text PRIMARY KEY NOT NULL,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`label` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trip_texts` (
	`trip_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`itinerary` text NOT NULL,
	`meeting_point` text NOT NULL,
	`included` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`written_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trip_texts_user` ON `trip_texts` (`user_id`);--> statement-breakpoint
CREATE INDEX `trip_texts_waiting` ON `trip_texts` (`trip_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`email_confirmed_at` integer,
	`pending_email` text,
	`email_link_hash` text,
	`email_link_expires_at` integer,
	`name` text NOT NULL,
	`wechat` text NOT NULL,
	`password_hash` text NOT NULL,
	`account_type` text NOT NULL,
	`auth` text,
	`membership_level` integer DEFAULT 0 NOT NULL,
	`flat_name` text,
	`flat_number` text,
	`stripe_customer_id` text,
	`language` text DEFAULT 'zh' NOT NULL,
	`email_notices` integer DEFAULT true NOT NULL,
	`ride_texts` integer DEFAULT true NOT NULL,
	`closed_at` integer,
	`erased_at` integer,
	`terms_version` text,
	`terms_agreed_at` integer,
	`trip_terms_version` text,
	`trip_terms_agreed_at` integer,
	`points_from` integer,
	`suspended_at` integer,
	`suspended_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_phone` ON `users` (`phone`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_confirmed` ON `users` (`email_key`) WHERE email_confirmed_at > 0;--> statement-breakpoint
CREATE INDEX `users_email_link` ON `users` (`email_link_hash`);--> statement-breakpoint
CREATE INDEX `users_auth` ON `users` (`auth`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_erasing` ON `users` (`erased_at`,`closed_at`);--> statement-breakpoint
CREATE TABLE `vehicles` (
	`id` text PRIMARY KEY NOT NULL,
	`plate` text NOT NULL,
	`make` text NOT NULL,
	`colour` text NOT NULL,
	`seats` integer NOT NULL,
	`big_cases` integer NOT NULL,
	`small_cases` integer NOT NULL,
	`licence_no` text NOT NULL,
	`licence_until` text NOT NULL,
	`archived` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`phone` text NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tries_left` integer NOT NULL,
	PRIMARY KEY(`phone`, `purpose`)
);
--> statement-breakpoint
CREATE TABLE `versions` (
	`name` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `waits` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`ahead` integer NOT NULL,
	`people` integer NOT NULL,
	`big_luggage` integer NOT NULL,
	`small_luggage` integer NOT NULL,
	`bag` integer NOT NULL,
	`offered_until` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `waits_user` ON `waits` (`user_id`);--> statement-breakpoint
CREATE TABLE `wish_news` (
	`wish_id` text NOT NULL,
	`carpool_id` text NOT NULL,
	`user_id` text NOT NULL,
	`found_at` integer NOT NULL,
	`due_at` integer,
	`notice_id` text,
	PRIMARY KEY(`wish_id`, `carpool_id`)
);
--> statement-breakpoint
CREATE INDEX `wish_news_due` ON `wish_news` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `wish_news_user` ON `wish_news` (`user_id`);--> statement-breakpoint
CREATE TABLE `wishes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`trip_type` text NOT NULL,
	`airport_id` text NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	`people` integer NOT NULL,
	`big_luggage` integer NOT NULL,
	`small_luggage` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`meet_at` integer,
	`met_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wishes_user` ON `wishes` (`user_id`,`trip_type`,`airport_id`,`from_at`,`to_at`);--> statement-breakpoint
CREATE INDEX `wishes_time` ON `wishes` (`airport_id`,`trip_type`,`from_at`);--> statement-breakpoint
CREATE INDEX `wishes_meet` ON `wishes` (`meet_at`) WHERE meet_at IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `audit_log_keep` BEFORE UPDATE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END;--> statement-breakpoint
CREATE TRIGGER `audit_log_keep_all` BEFORE DELETE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END;--> statement-breakpoint
-- What db/schema.ts cannot say: tables WITHOUT ROWID above, the views of db/kinds.ts, this row,
-- and these triggers.
CREATE VIEW `carpools` AS SELECT `kind`, `id`, `version`, `status`, `current_passengers`, `max_passengers`, `private`, `departure_at`, `departure_day`, `cutoff_at`, `balance_due_at`, `released_seats`, `shortfall`, `flight_times`, `listed`, `rank`, `next_due_at`, `stuck`, `stuck_since_at`, `reported_at`, `created_at`, `trip_type`, `airport_id`, `airport_name_zh`, `airport_name_en`, `terminals`, `prices`, `flight_numbers`, `goes_with`, `opened_for` FROM `groups` WHERE kind = 'carpool';--> statement-breakpoint
CREATE VIEW `trips` AS SELECT `kind`, `id`, `version`, `status`, `current_passengers`, `max_passengers`, `private`, `departure_at`, `departure_day`, `cutoff_at`, `balance_due_at`, `released_seats`, `shortfall`, `flight_times`, `listed`, `rank`, `next_due_at`, `stuck`, `stuck_since_at`, `reported_at`, `created_at`, `trip_name`, `name_text`, `confirmed_passengers`, `min_passengers`, `trip_end_at`, `cutoff_day`, `end_day`, `balance_price`, `needs_flight` FROM `groups` WHERE kind = 'trip';--> statement-breakpoint
INSERT INTO `versions` (`name`, `version`) VALUES ('offer', 0);--> statement-breakpoint
CREATE TRIGGER `airports_offer_insert` AFTER INSERT ON `airports` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `airports_offer_update` AFTER UPDATE ON `airports` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `airports_offer_delete` AFTER DELETE ON `airports` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `prices_offer_insert` AFTER INSERT ON `prices` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `prices_offer_update` AFTER UPDATE ON `prices` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `prices_offer_delete` AFTER DELETE ON `prices` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `special_periods_offer_insert` AFTER INSERT ON `special_periods` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `special_periods_offer_update` AFTER UPDATE ON `special_periods` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `special_periods_offer_delete` AFTER DELETE ON `special_periods` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `service_descriptions_offer_insert` AFTER INSERT ON `service_descriptions` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `service_descriptions_offer_update` AFTER UPDATE ON `service_descriptions` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;--> statement-breakpoint
CREATE TRIGGER `service_descriptions_offer_delete` AFTER DELETE ON `service_descriptions` BEGIN UPDATE `versions` SET `version` = random() >> 11 WHERE `name` = 'offer'; END;
