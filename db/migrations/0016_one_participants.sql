-- Places in carpools and on trips become one table (docs/decisions/0049-one-groups-feature.md).
CREATE TABLE `__new_participants` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`version` integer NOT NULL,
	`seat` text NOT NULL,
	`leaving` text,
	`party` text NOT NULL,
	`deposit_status` text NOT NULL,
	`deposit_intent_id` text,
	`capture_before_at` integer,
	`renewal_failed` integer DEFAULT false NOT NULL,
	`payment_status` text NOT NULL,
	`original_remaining` integer,
	`points_deducted` integer DEFAULT 0 NOT NULL,
	`deducted_amount` integer DEFAULT 0 NOT NULL,
	`returned_amount` integer DEFAULT 0 NOT NULL,
	`hold_expires_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_participants` SELECT `id`, 'carpool', `carpool_id`, `user_id`, `version`, `seat`, `leaving`,
	json_object('people', `people`, 'terminal', `terminal`, 'flightNumber', `flight_number`, 'flightTime', `flight_time`, 'nLocation', `n_location`, 'bigLuggage', `big_luggage`, 'smallLuggage', `small_luggage`, 'bag', `bag`),
	`deposit_status`, `deposit_intent_id`, `capture_before_at`, `renewal_failed`, `payment_status`, `original_remaining`, `points_deducted`, `deducted_amount`, `returned_amount`, `hold_expires_at`, `created_at`
	FROM `participants` ORDER BY `participants`.rowid;--> statement-breakpoint
INSERT INTO `__new_participants` SELECT `id`, 'trip', `trip_id`, `user_id`, `version`, `seat`, `leaving`,
	json_object('people', `people`, 'terminal', `terminal`, 'flightNumber', `flight_number`, 'flightTime', `flight_time`, 'nLocation', `n_location`, 'bigLuggage', `big_luggage`, 'smallLuggage', `small_luggage`, 'bag', `bag`),
	`deposit_status`, NULL, NULL, false, `payment_status`, `remaining`, 0, 0, `returned_amount`, `hold_expires_at`, `created_at`
	FROM `trip_places` ORDER BY `trip_places`.rowid;--> statement-breakpoint
DROP TABLE `participants`;--> statement-breakpoint
DROP TABLE `trip_places`;--> statement-breakpoint
ALTER TABLE `__new_participants` RENAME TO `participants`;--> statement-breakpoint
CREATE INDEX `participants_user` ON `participants` (`user_id`,`seat`,`created_at`);--> statement-breakpoint
CREATE INDEX `participants_group` ON `participants` (`group_id`,`user_id`) WHERE seat = 'taken';--> statement-breakpoint
CREATE INDEX `participants_kept` ON `participants` (`group_id`) WHERE leaving = 'unpaid';
