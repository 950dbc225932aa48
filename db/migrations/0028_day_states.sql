CREATE TABLE `day_states` (
	`day` text NOT NULL,
	`at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`marks` text NOT NULL,
	PRIMARY KEY(`day`, `at`)
);
--> statement-breakpoint
CREATE INDEX `day_states_seen` ON `day_states` (`seen_at`);--> statement-breakpoint
CREATE TABLE `feed_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`admin_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feed_keys_hash` ON `feed_keys` (`key_hash`);