CREATE TABLE `email_stops` (
	`email_key` text PRIMARY KEY NOT NULL,
	`why` text NOT NULL,
	`at` integer NOT NULL
);
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
CREATE TABLE `refused_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`what` text NOT NULL,
	`since_at` integer NOT NULL,
	`tried_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `attempts` ADD `place` text;--> statement-breakpoint
ALTER TABLE `participants` ADD `flight_keys` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `refunded_amount` integer;--> statement-breakpoint
CREATE INDEX `trips_going` ON `trips` (`start_day`) WHERE status = 'SUCCESS';
--> statement-breakpoint
-- Flights known so far. Each row is written again, by app/domain/flight-number, with its group's
-- next change; `npm run read-model:rebuild` writes all of them.
UPDATE `participants` SET `flight_keys` = ' ' || replace(replace(replace(replace(upper(replace(replace(`party` ->> '$.flightNumber', ' ', ''), '-', '')), '/', ' '), ',', ' '), '，', ' '), '、', ' ') || ' ' WHERE `party` ->> '$.flightNumber' IS NOT NULL;
--> statement-breakpoint
UPDATE `participants` SET `flight_keys` = ' ' || substr(`flight_keys`, 2, 2) || ltrim(substr(`flight_keys`, 4), '0') WHERE `flight_keys` LIKE ' __0%' AND `flight_keys` NOT LIKE ' __0 %';
