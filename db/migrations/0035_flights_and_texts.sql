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
ALTER TABLE `users` ADD `ride_texts` integer DEFAULT true NOT NULL;