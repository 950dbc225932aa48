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
CREATE INDEX `participants_driver` ON `participants` (ride ->> '$.driver.id') WHERE ride IS NOT NULL;