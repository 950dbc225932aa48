CREATE TABLE `seat_openings` (
	`carpool_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE INDEX `wishes_meet` ON `wishes` (`meet_at`) WHERE meet_at IS NOT NULL;