CREATE TABLE `airports` (
	`id` text PRIMARY KEY NOT NULL,
	`name_zh` text NOT NULL,
	`name_en` text NOT NULL,
	`terminals` text NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempts_subject` ON `attempts` (`kind`,`subject`,`at`);--> statement-breakpoint
CREATE INDEX `attempts_at` ON `attempts` (`at`);--> statement-breakpoint
CREATE TABLE `carpools` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`trip_type` text NOT NULL,
	`status` text NOT NULL,
	`airport_id` text NOT NULL,
	`airport_name_zh` text NOT NULL,
	`airport_name_en` text NOT NULL,
	`terminals` text NOT NULL,
	`current_passengers` integer NOT NULL,
	`max_passengers` integer NOT NULL,
	`prices` text NOT NULL,
	`carpool_at` integer NOT NULL,
	`carpool_day` text NOT NULL,
	`cutoff_at` integer NOT NULL,
	`flight_times` text NOT NULL,
	`flight_numbers` text NOT NULL,
	`listed` integer NOT NULL,
	`next_due_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `carpools_list` ON `carpools` (`listed`,`trip_type`,`carpool_at`,`id`);--> statement-breakpoint
CREATE INDEX `carpools_day` ON `carpools` (`listed`,`trip_type`,`carpool_day`,`carpool_at`,`id`);--> statement-breakpoint
CREATE INDEX `carpools_airport` ON `carpools` (`listed`,`trip_type`,`airport_id`,`carpool_at`,`id`);--> statement-breakpoint
CREATE INDEX `carpools_status` ON `carpools` (`listed`,`trip_type`,`status`,`carpool_at`,`id`);--> statement-breakpoint
CREATE INDEX `carpools_due` ON `carpools` (`next_due_at`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`body` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code` text NOT NULL,
	`params` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE INDEX `notices_user` ON `notices` (`user_id`,`read_at`,`created_at`);--> statement-breakpoint
CREATE TABLE `participants` (
	`id` text PRIMARY KEY NOT NULL,
	`carpool_id` text NOT NULL,
	`user_id` text NOT NULL,
	`version` integer NOT NULL,
	`seat` text NOT NULL,
	`people` integer NOT NULL,
	`terminal` text NOT NULL,
	`flight_number` text,
	`flight_time` integer NOT NULL,
	`n_location` text NOT NULL,
	`big_luggage` integer NOT NULL,
	`small_luggage` integer NOT NULL,
	`bag` integer NOT NULL,
	`deposit_status` text NOT NULL,
	`deposit_intent_id` text,
	`payment_status` text NOT NULL,
	`hold_expires_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `participants_user` ON `participants` (`user_id`,`seat`,`created_at`);--> statement-breakpoint
CREATE INDEX `participants_carpool` ON `participants` (`carpool_id`,`user_id`,`seat`);--> statement-breakpoint
CREATE TABLE `points_ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`points` integer NOT NULL,
	`description` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `points_operation` ON `points_ledger` (`operation_id`);--> statement-breakpoint
CREATE INDEX `points_user` ON `points_ledger` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `prices` (
	`airport_id` text NOT NULL,
	`period` text NOT NULL,
	`people` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`airport_id`, `period`, `people`),
	FOREIGN KEY (`airport_id`) REFERENCES `airports`(`id`) ON UPDATE no action ON DELETE no action
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
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `special_periods` (
	`id` text PRIMARY KEY NOT NULL,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`label` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`name` text NOT NULL,
	`wechat` text NOT NULL,
	`password_hash` text NOT NULL,
	`account_type` text NOT NULL,
	`auth` text,
	`membership_level` integer DEFAULT 0 NOT NULL,
	`flat_name` text,
	`flat_number` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_phone` ON `users` (`phone`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email_key`);--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`phone` text NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tries_left` integer NOT NULL,
	PRIMARY KEY(`phone`, `purpose`)
);
