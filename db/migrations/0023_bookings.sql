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
CREATE INDEX `bookings_user` ON `bookings` (`user_id`);